import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import sharp from 'sharp'
import type { Article, NewsPage } from '../../../../contract/content'
import { DOCUMENT_IDS } from '../../../../contract/content'
import { LOCALES } from '../../../../contract/locales'
import type { MessagePage } from '../../../../contract/messages'
import { runOps } from '../../../test/ops'
import { server, withServer } from '../../../test/serverOfFile'
import { readFrontMatter } from './files'

withServer()
beforeAll(async () => {
  await server.deps.content.seed()
})

const get = (url: string) => server.inject({ url: `/api${url}` })
const AUTHORITY = '--actor ada --reason "monthly news"'
const folder = mkdtempSync(join(tmpdir(), 'fairtick-content-'))

const draft = async (kind: string, path: string): Promise<{ article: string; digest: string }> =>
  JSON.parse(await runOps(server.deps, `content draft ${kind} ${path} ${AUTHORITY} --json`))

async function publish(kind: string, path: string) {
  const { article, digest } = await draft(kind, path)
  await runOps(server.deps, `act content.publish --article ${article} --digest ${digest} ${AUTHORITY}`)
}

function article(id: string, texts: Record<string, string>) {
  const path = join(folder, id)
  mkdirSync(path, { recursive: true })
  for (const [locale, title] of Object.entries(texts))
    writeFileSync(join(path, `${locale}.md`), `---\ntitle: ${title}\nsummary: S\n---\nHello **${title}**\n`)
  return path
}

test('every document is shipped, in every language, and says something', async () => {
  for (const id of DOCUMENT_IDS) {
    for (const locale of LOCALES) {
      const answer = await get(`/documents/${id}?locale=${locale}`)
      expect([id, locale, answer.statusCode]).toEqual([id, locale, 200])
      const { blocks, title, ...article }: Article = answer.json()
      expect([id, article.locale]).toEqual([id, locale])
      expect(title.length).toBeGreaterThan(1)
      expect(blocks.length).toBeGreaterThan(1)
    }
  }
  expect((await get('/documents/no-such?locale=en-US')).json().code).toBe('not_found')
})

test('news come newest first, in pages, with pictures that anyone may keep', async () => {
  const first: NewsPage = (await get('/news?locale=de-DE&limit=2')).json()
  expect(first.items).toHaveLength(2)
  const rest: NewsPage = (await get(`/news?locale=de-DE&limit=2&cursor=${first.nextCursor}`)).json()
  const all = [...first.items, ...rest.items]
  expect(new Set(all.map((item) => item.id)).size).toBe(all.length)
  const times = all.map((item) => item.publishedAt)
  expect(times).toEqual([...times].sort().reverse())
  const cover = await server.inject({ url: first.items[0]?.coverUrl ?? '' })
  expect(cover.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
  expect(cover.headers['cache-control']).toContain('immutable')
  expect((await get('/news?locale=de-DE&cursor=abc')).json().code).toBe('invalid_request')
  expect((await get(`/media/${'0'.repeat(64)}.webp`)).statusCode).toBe(404)
})

test('a draft is nowhere, published it is read, withdrawn it is gone; what a locale lacks falls back', async () => {
  const path = article('spring-news', { 'en-US': 'Spring', 'zh-CN': '春天' })
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toFile(join(path, 'cover.png'))
  await draft('news', path)
  expect((await get('/news/spring-news?locale=en-US')).statusCode).toBe(404)
  await publish('news', path)
  const titles = async (locale: string) => (await get(`/news/spring-news?locale=${locale}`)).json<Article>()
  expect(await titles('zh-CN')).toMatchObject({ title: '春天', locale: 'zh-CN' })
  expect(await titles('th-TH')).toMatchObject({ title: 'Spring', locale: 'en-US' })
  expect(await titles('zh-TW')).toMatchObject({ title: '春天', locale: 'zh-CN' })
  expect((await titles('en-US')).coverUrl).toMatch(/^\/api\/media\/[0-9a-f]{64}\.webp$/)
  await runOps(server.deps, `act content.withdraw --article spring-news ${AUTHORITY}`)
  expect((await get('/news/spring-news?locale=en-US')).statusCode).toBe(404)
  const log = await runOps(server.deps, 'audit list --limit 3 --json')
  expect(log).toContain('content.withdraw')
})

test('what an operator changed is never overwritten by a start; what is shipped anew is taken', async () => {
  const id = 'about'
  await publish('document', article(id, { 'en-US': 'Our own words' }))
  await server.deps.content.seed()
  expect((await get(`/documents/${id}?locale=en-US`)).json<Article>().title).toBe('Our own words')
  await server.database.query(`update content_item set seed_hash = 'older' where id = 'privacy'`)
  await server.database.query(`update content_text set title = 'older' where item_id = 'privacy'`)
  await server.deps.content.seed()
  expect((await get('/documents/privacy?locale=en-US')).json<Article>().title).not.toBe('older')
})

test.each([
  ['no-front-matter', 'Hello'],
  ['no-title', '---\nsummary: x\n---\nHello'],
])('%s is refused in one sentence', async (id, text) => {
  const path = article(id, { 'en-US': 'x' })
  writeFileSync(join(path, 'en-US.md'), text)
  await expect(draft('news', path)).rejects.toThrow(/title/)
  const unread = `act content.publish --article ${id} --digest ${'0'.repeat(32)} ${AUTHORITY}`
  await expect(runOps(server.deps, unread)).rejects.toThrow('no longer exists')
})

test('a name keeps its kind, and a document that no page shows is refused', async () => {
  const risk = article('risk-notice', { 'en-US': 'Big news' })
  await expect(draft('news', risk)).rejects.toThrow('no name of a news')
  const unknown = article('terms-of-moon', { 'en-US': 'Moon' })
  await expect(draft('document', unknown)).rejects.toThrow('no name of a document')
  expect((await get('/documents/risk-notice?locale=en-US')).json<Article>().title).not.toBe('Big news')
})

test('an announcement goes out as written or not at all', async () => {
  const [one, other] = [await server.registerUser(), await server.registerUser()]
  const path = article('notice', { 'en-US': 'Maintenance', 'de-DE': 'Wartung' })
  const account = await server.database.query<{ account: string }>('select account from app_user where id = $1', [
    one.id,
  ])
  await runOps(server.deps, `act content.announce --texts ${path} --user ${account[0]?.account} ${AUTHORITY}`)
  const read = async (user: typeof one) =>
    (await server.call(user, 'GET', '/messages?locale=de-DE')).json<MessagePage>().items
  expect(await read(one)).toMatchObject([{ kind: 'announcement', title: 'Wartung', body: 'Hello **Wartung**' }])
  expect(await read(other)).toEqual([])
  await expect(
    runOps(server.deps, `act content.announce --texts ${path} --user nobody-here ${AUTHORITY}`),
  ).rejects.toThrow('There is no account')
  writeFileSync(join(path, 'en-US.md'), `---\ntitle: Long\n---\n${'x'.repeat(2_001)}`)
  await expect(runOps(server.deps, `act content.announce --texts ${path} ${AUTHORITY}`)).rejects.toThrow(CommanderError)
  expect(await read(other)).toEqual([])
})

/** Words of the app that an article has to use. */
const WORDS: Record<string, string[]> = {
  privacy: ['title.settings', 'title.security', 'title.payoutAccount', 'settings.clearCache'],
  'how-results-are-checked': ['orders.proof.checked'],
  'how-orders-work': [
    'trade.buyUp',
    'trade.sellDown',
    'orders.detail.purchasePrice',
    'orders.detail.transactionPrice',
    'orders.status.won',
    'orders.status.lost',
    'orders.status.tie',
    'orders.status.void',
  ],
  'risk-notice': ['shell.band.simulated', 'shell.band.demoFunds'],
  'savings-rules': ['title.savings', 'savings.transferOut', 'savings.tradeDay'],
  'security-tips': [
    'auth.password',
    'auth.tradePassword',
    ...['factor', 'recovery', 'changeCode'].map((key) => `security.${key}`),
  ],
}

test.each(LOCALES)('in %s, the app lists each guide under its own title', async (locale) => {
  const path = join(import.meta.dirname, `../../../../src/i18n/locales/${locale}.json`)
  const { content }: { content: { guide: Record<string, string> } } = JSON.parse(readFileSync(path, 'utf8'))
  expect(Object.keys(content.guide).length).toBeGreaterThan(5)
  for (const [id, title] of Object.entries(content.guide)) {
    const folder = join(import.meta.dirname, `../../../content/documents/${id}`)
    expect([id, readFrontMatter(readFileSync(join(folder, `${locale}.md`), 'utf8'), id).title]).toEqual([id, title])
  }
})

test.each(LOCALES)('in %s, operators see that the terms of service are a template, and users do not', (locale) => {
  const file = readFileSync(join(import.meta.dirname, `../../../content/documents/terms/${locale}.md`), 'utf8')
  expect(file).toMatch(/^---\n# Template: a lawyer has to finish this text/)
  expect(Object.values(readFrontMatter(file, locale)).join()).not.toMatch(/template|lawyer/i)
})

test.each(LOCALES)('in %s, articles call things as the app does', (locale) => {
  const root = join(import.meta.dirname, '../../../..')
  const words: unknown = JSON.parse(readFileSync(join(root, `src/i18n/locales/${locale}.json`), 'utf8'))
  for (const [id, keys] of Object.entries(WORDS)) {
    const text = readFileSync(join(root, `server/content/documents/${id}/${locale}.md`), 'utf8').toLowerCase()
    for (const key of keys) {
      const word = String(key.split('.').reduce<unknown>((at, part) => Object(at)[part], words))
      // Where a line may break is a matter of the page.
      const written = word.replaceAll('\u00ad', '').toLowerCase()
      expect([id, key, word, text.includes(written)]).toEqual([id, key, word, true])
    }
  }
})

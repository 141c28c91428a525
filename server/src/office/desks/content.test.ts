import sharp from 'sharp'
import type { Article, NewsPage } from '../../../../contract/content'
import { LOCALES } from '../../../../contract/locales'
import type { Message } from '../../../../contract/messages'
import { addDays, savingsDay } from '../../../../contract/savingsDates'
import { office, server, withConsole } from '../../../test/consoleOfFile'
import { problemOf } from '../../../test/staff'

const BASE = 'https://cdn.example.com/fairtick'

const alone = new Map([['savings.income', null]] as const)
const { cleo, ada } = withConsole(
  { cleo: ['content'], ada: ['administrator'] },
  { config: { mediaPublicUrl: BASE, console: { port: 0, alone } } },
)
beforeAll(async () => {
  await server.deps.content.seed()
})

const act = (action: string, params: object) => cleo.act(action, params, 'as planned')
async function both(action: string, params: object) {
  const asked = (await act(action, params)).json()
  expect([action, asked.state]).toEqual([action, 'waiting'])
  return ada.agree(asked.proposal)
}
const news = async () => (await server.inject({ url: '/api/news?locale=de-DE&limit=100' })).json<NewsPage>().items
const article = async (kind: string, id: string, locale = 'en-US') =>
  (await server.inject({ url: `/api/${kind}/${id}?locale=${locale}` })).json<Article>()
const textsOf = (title: string, markdown = 'First **words**.') =>
  LOCALES.map((locale) => ({ locale, title: `${title} ${locale}`, summary: 'In short', markdown }))
const jpeg = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#0a5' } })
    .jpeg()
    .toBuffer()
const upload = (payload: Buffer, type = 'image/jpeg') =>
  office.inject({
    method: 'POST',
    url: '/content-pictures',
    headers: { cookie: cleo.cookie, 'x-console': '1', 'content-type': type },
    payload,
  })

test('an article is written, looked at in ten languages, and public when a second person agrees to exactly that', async () => {
  const { name } = (await upload(await jpeg())).json<{ name: string }>()
  const stored = await server.deps.objects.get(`media/${name.replace('.webp', '')}`)
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 40 })
  expect((await cleo.get(`/content-pictures/${name}`)).headers['content-type']).toBe('image/webp')

  const body = { kind: 'news', cover: name, texts: textsOf('Holiday') }
  const previews = (
    await cleo.post('/content-previews', { texts: body.texts.map(({ locale, markdown }) => ({ locale, markdown })) })
  ).json()
  expect(previews.items).toHaveLength(LOCALES.length)
  expect(previews.items[9].blocks).toMatchObject([{ kind: 'paragraph', runs: [{}, { marks: ['strong'] }, {}] }])

  const { digest } = (await cleo.post('/content/holiday-hours', body)).json()
  expect((await news()).map(({ id }) => id)).not.toContain('holiday-hours')
  expect((await cleo.get('/content')).json().items[0]).toMatchObject({
    id: 'holiday-hours',
    status: 'draft',
    draft: { by: 'staff/cleo' },
  })
  const asked = (await act('content.publish', { article: 'holiday-hours', digest })).json()
  await cleo.post('/content/holiday-hours', { ...body, texts: textsOf('Changed behind the back') })
  expect(problemOf(await ada.agree(asked.proposal))).toBe('draft_changed')
  await cleo.post('/content/holiday-hours', body)
  expect((await ada.agree(asked.proposal)).json().state).toBe('done')
  expect(await news()).toContainEqual(
    expect.objectContaining({
      id: 'holiday-hours',
      title: 'Holiday de-DE',
      coverUrl: `${BASE}/media/${name.replace('.webp', '')}`,
    }),
  )
  expect((await cleo.get('/content/holiday-hours')).json()).toMatchObject({ draft: null, digest: null, cover: name })
})

test('what is public stays as it was while it is edited, and can be withdrawn', async () => {
  const before = await article('documents', 'about')
  const opened = (await cleo.get('/content/about')).json()
  expect(opened.texts).toHaveLength(LOCALES.length)
  const texts = opened.texts.map((text: { markdown: string }) => ({
    ...text,
    markdown: `${text.markdown}\n\nOne more line.`,
  }))
  const { digest } = (await cleo.post('/content/about', { kind: 'document', cover: opened.cover, texts })).json()
  expect(await article('documents', 'about')).toEqual(before)
  expect((await both('content.publish', { article: 'about', digest })).statusCode).toBe(200)
  const after = await article('documents', 'about')
  expect(after.blocks).toHaveLength(before.blocks.length + 1)
  expect(after.blocks.slice(0, -1).map(({ kind }) => kind)).toEqual(before.blocks.map(({ kind }) => kind))
  expect((await both('content.withdraw', { article: 'holiday-hours' })).statusCode).toBe(200)
  expect((await news()).map(({ id }) => id)).not.toContain('holiday-hours')
})

test('nothing is saved that could not be public', async () => {
  const body = { kind: 'news', cover: null, texts: textsOf('X') }
  expect(problemOf(await cleo.post('/content/about', body))).toBe('article_wrong')
  expect(problemOf(await cleo.post('/content/never-there', { ...body, kind: 'document' }))).toBe('article_wrong')
  expect(problemOf(await cleo.post('/content/x-1', { ...body, cover: `${'0'.repeat(64)}.webp` }))).toBe('article_wrong')
  expect(problemOf(await cleo.post('/content/x-1', { ...body, texts: textsOf('X', `${'> '.repeat(40)}deep`) }))).toBe(
    'text_wrong',
  )
  expect(problemOf(await upload(Buffer.from('no picture')))).toBe('picture_wrong')
  expect(problemOf(await act('content.publish', { article: 'x-1', digest: '0'.repeat(32) }))).toBe('not_found')
})

test('an announcement reaches everybody in their language', async () => {
  const user = await server.registerUser('reader_1')
  await server.database.query(`update app_user set created_at = '2026-01-01' where id = $1`, [user.id])
  const texts = LOCALES.map((locale) => ({ locale, title: `News ${locale}`, body: 'Words' }))
  expect((await both('content.announce', { texts })).statusCode).toBe(200)
  const page = await server.call(user, 'GET', '/messages?locale=th-TH')
  expect(page.json<{ items: Message[] }>().items).toContainEqual(
    expect.objectContaining({ title: 'News th-TH', body: 'Words' }),
  )
  const twice = [texts[0], texts[0]]
  expect(problemOf(await act('content.announce', { texts: twice }))).toBe('invalid_request')
})

test('the income of a day has bounds; one that is out of line takes two, whatever the settings say', async () => {
  const today = savingsDay(server.clock.now())
  const [yesterday, before] = [addDays(today, -1), addDays(today, -2)]
  const set = (day: string, income: string) => act('savings.income', { day, income })
  expect(problemOf(await set(yesterday, '10.0001'))).toBe('income_wrong')
  expect(problemOf(await set(today, '0.5'))).toBe('day_not_over')
  expect((await set(before, '0.6500')).json().state).toBe('done')
  expect((await set(yesterday, '0.6600')).json().state).toBe('done')
  expect((await set(yesterday, '1.4000')).json().state).toBe('waiting')
  expect((await set(before, '2.1000')).json().state).toBe('waiting')
  const { items } = (await cleo.get('/savings-income')).json()
  expect(items[0]).toEqual({ day: yesterday, income: '0.6600', source: 'operator', accrued: false })
  await server.database.query('update savings_fund set accrued_through = $1', [before])
  expect(problemOf(await set(before, '0.6700'))).toBe('income_accrued')
})

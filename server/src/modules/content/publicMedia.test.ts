import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Article, NewsPage } from '../../../../contract/content'
import { server, withServer } from '../../../test/serverOfFile'
import { loadConfig } from '../../config'
import { ObjectStoreError } from '../../objectStore/objectStore'
import { createLog } from '../../shared/log'
import { DAY_MS } from '../../shared/time'
import { digestOf } from './drafts'
import { readItem } from './files'
import { createPublicMedia } from './publicMedia'

const BASE = 'https://cdn.example.com/fairtick'
const PUBLIC = new RegExp(`^${BASE}/media/[0-9a-f]{64}$`)

withServer({ config: { mediaPublicUrl: BASE } })

const news = async () => (await server.inject({ url: '/api/news?locale=en-US' })).json<NewsPage>().items

test('covers are in the object store, at its public address, which the page is allowed to load from', async () => {
  // This server serves them until the process has seen that the store has them.
  expect((await news())[0]?.coverUrl ?? '/api/media/').toMatch(/^\/api\/media\//)
  await server.deps.content.seed()
  const covers = (await news()).map(({ coverUrl }) => coverUrl).filter((url) => url !== null)
  expect(covers.length).toBeGreaterThan(0)
  for (const url of covers) {
    expect(url).toMatch(PUBLIC)
    const stored = await server.deps.objects.get(url.slice(BASE.length + 1))
    expect((await sharp(stored).metadata()).format).toBe('webp')
  }
  const { headers } = await server.inject({ url: '/h5/' })
  expect(headers['content-security-policy']).toContain("img-src 'self' data: blob: https://cdn.example.com;")
})

test('a picture that an operator adds is there before anybody is sent to it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-media-'))
  writeFileSync(join(folder, 'en-US.md'), '---\ntitle: Spring\nsummary: s\n---\nText.\n\n![A tulip](tulip.png)\n')
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
  await picture.png().toFile(join(folder, 'cover.png'))
  await sharp({ create: { width: 6, height: 8, channels: 3, background: 'red' } })
    .png()
    .toFile(join(folder, 'tulip.png'))
  const source = await readItem(folder, 'spring-media')
  await server.database.withTransaction(async (tx) => {
    const { drafts } = server.deps.content
    const at = new Date(server.clock.now())
    const saved = await drafts.import(tx, source, { kind: 'news', by: 'ada', at })
    await drafts.publish(tx, 'spring-media', digestOf(saved), at)
  })
  const article = (await server.inject({ url: '/api/news/spring-media?locale=en-US' })).json<Article>()
  expect(article.coverUrl).toMatch(PUBLIC)
  const storedAt = (url = '') => server.deps.objects.get(url.slice(BASE.length + 1))
  expect(await storedAt(article.coverUrl ?? '')).toEqual(source.cover?.bytes)
  // The pictures between the paragraphs, too.
  const image = article.blocks.find((block) => block.kind === 'image')
  expect(image).toMatchObject({ url: expect.stringMatching(PUBLIC), alt: 'A tulip' })
  expect(await sharp(await storedAt(image?.url)).metadata()).toMatchObject({ format: 'webp', width: 6 })
})

test('a picture that nothing has named for a month goes, from the store, too; none of an article or a working copy does', async () => {
  const { content, objects } = server.deps
  const { drafts } = content
  const drawn = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  const bytes = await Promise.all(['green', 'yellow', 'pink', 'brown'].map(drawn))
  const add = (picture: Buffer | undefined) =>
    server.database.withTransaction(async (tx) => (await drafts.addPicture(tx, picture ?? Buffer.of())).name)
  const [cover = '', inText = '', unused = '', late = ''] = await Promise.all(bytes.map(add))
  const text = { locale: 'en-US', title: 'T', summary: 's', markdown: `![A](/api/media/${inText})` }
  const save = (own: string | null) =>
    server.database.withTransaction((tx) =>
      drafts.save(
        tx,
        { id: 'sweep-test', kind: 'news', cover: own, texts: [text] },
        'staff/ann',
        new Date(server.clock.now()),
      ),
    )
  await save(cover)
  const before = await content.media(cover)
  const isThere = async (name: string) => [
    (await content.media(name)).ok,
    (await objects.get(`media/${name.slice(0, 64)}`)) !== undefined,
  ]
  expect(await content.sweep()).toBe(0)
  await server.clock.advance(29 * DAY_MS)
  await add(bytes[3])
  expect(await content.sweep()).toBe(0)
  await server.clock.advance(2 * DAY_MS)
  expect(await content.sweep()).toBe(1)
  expect(await Promise.all([cover, inText, late, unused].map(isThere))).toEqual([
    ...Array(3).fill([true, true]),
    [false, false],
  ])
  expect(await content.media(cover)).toEqual(before)
  await expect(save(unused)).rejects.toThrow('no such picture')
  // Pictures of public articles were never marked unused.
  await content.seed()
  for (const { coverUrl } of await news())
    if (coverUrl) expect(await isThere(`${coverUrl.slice(-64)}.webp`)).toEqual([true, true])
  // The sweep skips a picture that somebody is about to use and takes it later.
  await server.clock.advance(40 * DAY_MS)
  await server.database.withTransaction(async (tx) => {
    await drafts.addPicture(tx, bytes[3] ?? Buffer.of())
    expect(await content.sweep()).toBe(0)
  })
  expect(await isThere(late)).toEqual([true, true])
})

test('while the store cannot be reached this server serves the pictures', async () => {
  const refuse = () => Promise.reject(new ObjectStoreError('unreachable'))
  const media = createPublicMedia({
    database: server.database,
    objects: { put: refuse, get: refuse, delete: refuse },
    log: createLog('silent'),
    config: { mediaPublicUrl: BASE },
  })
  await media.sync()
  expect(media.urlOf(`${'a'.repeat(64)}.webp`)).toBe(`/api/media/${'a'.repeat(64)}.webp`)
})

test('the address needs an object store, TLS and no more than a path', () => {
  const store = {
    OBJECT_STORE_URL: 'https://s3.example.com/photos',
    OBJECT_STORE_ACCESS_KEY: 'key',
    OBJECT_STORE_SECRET_KEY: 'secret',
  }
  const read = (MEDIA_PUBLIC_URL: string, more: object = store) => loadConfig({ ...more, MEDIA_PUBLIC_URL })
  expect(read(`${BASE}/`).mediaPublicUrl).toBe(BASE)
  expect(loadConfig(store).mediaPublicUrl).toBeUndefined()
  expect(() => read(BASE, {})).toThrow('OBJECT_STORE_URL')
  for (const wrong of ['http://cdn.example.com', `${BASE}?a=1`, `${BASE}#x`, 'cdn'])
    expect(() => read(wrong)).toThrow('MEDIA_PUBLIC_URL')
})

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStore } from '../../../scripts/setup/store.mjs'
import { present } from '../shared/assert'
import { systemClock } from '../shared/clock'
import { createObjectStore, type ObjectStore, ObjectStoreError, withDeadline } from './objectStore'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-objects-'))
let s3: Awaited<ReturnType<typeof startStore>>
let s3Origin = ''

const s3Settings = (endpoint: string, bucket = 'photos') => ({
  kind: 's3' as const,
  endpoint,
  bucket,
  prefix: 'users/',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
})

beforeAll(async () => {
  s3 = await startStore({ folder: join(folder, 's3'), buckets: ['photos'] })
  s3Origin = s3.url
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

const KEY = 'photos/0189aaaa-0000-7000-8000-000000000001'
const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

describe.each<[string, () => ObjectStore]>([
  ['disk', () => createObjectStore({ kind: 'disk', folder: join(folder, 'disk') }, 5_000)],
  ['S3', () => createObjectStore(s3Settings(s3Origin), 5_000)],
])('the store on %s', (_kind, create) => {
  test('gives back what was put, replaces, and forgets what was deleted', async () => {
    const store = create()
    expect(await store.get(KEY)).toBeUndefined()
    await store.put(KEY, bytes)
    expect(await store.get(KEY)).toEqual(bytes)
    await store.put(KEY, Buffer.from('another'))
    expect(await store.get(KEY)).toEqual(Buffer.from('another'))
    await store.delete(KEY)
    expect(await store.get(KEY)).toBeUndefined()
    await store.delete(KEY)
  })

  test('lists a folder in the order of its keys, a page at a time', async () => {
    const store = create()
    const keys = ['photos/c-1', 'photos/b-1', 'photos/c1-2', 'photos/a/deep/key', 'ticks/1/00000001']
    for (const key of keys) await store.put(key, Buffer.from(key))
    const since = systemClock.now() - 60_000
    const photos = await store.list('photos/', '')
    expect(photos.map(({ key }) => key)).toEqual(['photos/a/deep/key', 'photos/b-1', 'photos/c-1', 'photos/c1-2'])
    expect(photos.every(({ atMs }) => atMs > since && atMs <= systemClock.now() + 60_000)).toBe(true)
    expect((await store.list('photos/', 'photos/c-1')).map(({ key }) => key)).toEqual(['photos/c1-2'])
    expect(await store.list('records/', '')).toEqual([])
    await expect((async () => store.list('../', ''))()).rejects.toThrow()
    for (const key of keys) await store.delete(key)
    expect(await store.list('photos/', '')).toEqual([])
  })

  test.each([
    '../outside',
    '/etc/passwd',
    'a//b/cdefgh',
    'Photos/UPPER-CASE',
    'short',
    'photos/..\\x',
    'x'.repeat(200),
  ])('refuses the key %s', async (key) => {
    await expect(create().put(key, bytes)).rejects.toThrow()
    await expect(create().get(key)).rejects.toThrow()
  })
})

test('on disk nothing half-written has the name of an object', async () => {
  const place = join(folder, 'half')
  const store = createObjectStore({ kind: 'disk', folder: place }, 5_000)
  await Promise.all(Array.from({ length: 8 }, () => store.put(KEY, bytes)))
  expect(readdirSync(join(place, 'photos'))).toEqual([KEY.slice('photos/'.length)])
  expect(await store.get(KEY)).toEqual(bytes)
})

describe('a store that does not do its work fails as one kind of error, in time', () => {
  async function listening(server: Server) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = present(server.address(), 'it listens')
    return `http://127.0.0.1:${typeof address === 'string' ? 0 : address.port}`
  }

  async function stop(server: Server) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  test('it takes the request and never answers', async () => {
    const silent = createServer(() => undefined)
    const store = createObjectStore(s3Settings(await listening(silent)), 300)
    for (const attempt of [store.put(KEY, bytes), store.get(KEY), store.delete(KEY), store.list('photos/', '')]) {
      await expect(attempt).rejects.toThrow(ObjectStoreError)
    }
    await stop(silent)
  })

  test('it begins an answer and stops half way', async () => {
    const halting = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('a beginning')
    })
    const store = createObjectStore(s3Settings(await listening(halting)), 300)
    await expect(store.get(KEY)).rejects.toThrow(ObjectStoreError)
    await stop(halting)
  })

  test('it refuses us, is not there, or has no such bucket', async () => {
    const refusing = createServer((_request, response) => response.writeHead(403).end())
    await expect(createObjectStore(s3Settings(await listening(refusing)), 5_000).put(KEY, bytes)).rejects.toThrow(
      ObjectStoreError,
    )
    await stop(refusing)
    await expect(createObjectStore(s3Settings('http://127.0.0.1:9'), 5_000).put(KEY, bytes)).rejects.toThrow(
      ObjectStoreError,
    )
    await expect(createObjectStore(s3Settings(s3Origin, 'no-bucket'), 5_000).put(KEY, bytes)).rejects.toThrow(
      ObjectStoreError,
    )
  })

  test('its own code does not heed the signal', async () => {
    const deaf = new Promise<never>(() => undefined)
    const store = withDeadline({ put: () => deaf, get: () => deaf, delete: () => deaf, list: () => deaf }, 50)
    await expect(store.put(KEY, bytes)).rejects.toThrow('did not answer within 50 ms')
  })
})

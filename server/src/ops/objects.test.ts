import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStore } from '../../../scripts/setup/store.mjs'
import { createTestApp, type TestApp, type TestUser } from '../../test/app'
import { runOps } from '../../test/ops'
import { uploadPhoto } from '../../test/photos'
import { createObjectStore, ObjectStoreError } from '../objectStore/objectStore'
import { systemClock } from '../shared/clock'
import { DAY_MS } from '../shared/time'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-objects-of-ops-'))
const copy = join(folder, 'copy')
const S3 = { kind: 's3', bucket: 'fairtick', prefix: 'prod/', region: 'us-east-1', accessKeyId: 'S3RVER' } as const

let store: Awaited<ReturnType<typeof startStore>>
let server: TestApp
let user: TestUser
const start = (port = 0) => startStore({ folder: join(folder, 'store'), buckets: [S3.bucket], port })
const settings = (secretAccessKey = 'S3RVER') => ({ ...S3, endpoint: store.url, secretAccessKey })
const objects = () => server.deps.objects

beforeAll(async () => {
  store = await start()
  server = await createTestApp({ config: { objectStore: settings(), mediaPublicUrl: 'https://cdn.example.com/f' } })
  // The store's times are real.
  await server.clock.advance(Math.max(0, systemClock.now() - server.clock.now()))
  user = await server.registerUser()
})
afterAll(async () => {
  await server?.close()
  await store?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Kinds = Record<string, Record<string, number>>
async function said(line: string): Promise<Kinds> {
  // An object written in the second of a backup is copied again by the next.
  if (line.startsWith('objects back-up'))
    await new Promise((resolve) => setTimeout(resolve, 1_000 - (systemClock.now() % 1_000)))
  const rows: { kind: string }[] = JSON.parse(await runOps(server.deps, `--json ${line}`))
  return Object.fromEntries(rows.map(({ kind, ...figures }) => [kind, figures])) as unknown as Kinds
}
const authority = '--actor ada --reason "the store burnt"'
const photoKeys = async () =>
  (await server.database.query<{ object_key: string }>('select object_key from upload order by 1')).map(
    ({ object_key: key }) => key,
  )

/** Photos and pictures, each named by the database. */
async function fill() {
  for (const purpose of ['id_front', 'id_back'] as const) await uploadPhoto(server, user, purpose)
  await server.deps.content.seed()
}

test('the store and the database are compared in both directions, and a lost store comes back from its copy', async () => {
  await fill()
  const whole = await said('objects check')
  expect(whole.photos).toEqual({ named: 2, stored: 2, missing: 0, orphaned: 0 })
  expect(whole.media).toMatchObject({ missing: 0, orphaned: 0 })
  expect(whole.media?.stored).toBeGreaterThan(0)

  const first = await said(`objects back-up --to ${copy}`)
  expect(first.photos).toEqual({ copied: 2, kept: 0, removed: 0 })
  expect((await said(`objects back-up --to ${copy}`)).photos).toMatchObject({ copied: 0, kept: 2, removed: 0 })

  // The bucket is lost; the copy outlives the next back-up of nothing.
  const bytes = await Promise.all((await photoKeys()).map((key) => objects().get(key)))
  const { port } = new URL(store.url)
  await store.stop()
  rmSync(join(folder, 'store'), { recursive: true })
  store = await start(Number(port))
  await expect(runOps(server.deps, 'objects check')).rejects.toThrow(
    new RegExp(`The object store lacks ${2 + (whole.media?.stored ?? 0)} objects that the database names: photos/`),
  )
  expect((await said(`objects back-up --to ${copy}`)).photos).toMatchObject({ copied: 0, kept: 2, removed: 0 })

  const back = await said(`objects put-back --from ${copy} ${authority}`)
  expect(back.photos).toEqual({ putBack: 2, lost: 0 })
  expect(back.media?.putBack).toBe(whole.media?.stored)
  expect(await said('objects check')).toEqual(whole)
  expect(await Promise.all((await photoKeys()).map((key) => objects().get(key)))).toEqual(bytes)
})

test('what is on its way in or out is neither lacking nor an orphan, and what is deleted leaves the copy', async () => {
  const [going = '', staying = ''] = await photoKeys()
  // An upload whose bytes have not arrived, and one that is to be deleted now.
  await server.database.query(
    `insert into upload (user_id, id, purpose, body_hash, object_key, sealed_key, created_at, delete_after)
       select user_id, gen_random_uuid(), purpose, body_hash, 'photos/on-its-way', sealed_key, created_at, created_at + interval '9 years'
         from upload limit 1`,
  )
  await server.database.query('update upload set delete_after = $2 where object_key = $1', [
    going,
    new Date(server.clock.now() - 1),
  ])
  await objects().delete(going)
  await objects().put('photos/of-nobody', Buffer.from('an orphan'))
  expect((await said('objects check')).photos).toEqual({ named: 3, stored: 2, missing: 0, orphaned: 0 })
  expect((await said(`objects back-up --to ${copy}`)).photos).toMatchObject({ copied: 2, kept: 1, removed: 0 })

  await server.database.query('delete from upload where object_key = $1', [going])
  expect((await said(`objects back-up --to ${copy}`)).photos).toMatchObject({ copied: 0, kept: 2, removed: 1 })
  expect(readdirSync(join(copy, 'photos')).sort()).toEqual(['of-nobody', staying.slice('photos/'.length)].sort())

  await server.clock.advance(2 * DAY_MS)
  expect((await said('objects check')).photos).toEqual({ named: 2, stored: 2, missing: 0, orphaned: 1 })
  const removed = await said(`objects remove-orphans ${authority}`)
  expect([removed.photos, removed.media]).toEqual([{ removed: 1 }, { removed: 0 }])
  expect(await objects().get('photos/of-nobody')).toBeUndefined()
  expect(await objects().get(staying)).toBeDefined()
  const audit = await server.database.query<{ action: string; actor: string }>(
    `select action, actor from audit_entry where action like 'objects.%' order by id`,
  )
  expect(audit).toEqual([
    { action: 'objects.put_back', actor: 'ada' },
    { action: 'objects.orphans_removed', actor: 'ada' },
  ])
})

test('many objects are walked a page at a time, on both sides', async () => {
  const many = Array.from({ length: 1_050 }, (_, number) => `photos/many-${String(number).padStart(6, '0')}`)
  await server.database.query(
    `insert into upload (user_id, id, purpose, body_hash, object_key, sealed_key, created_at, stored_at)
       select (select user_id from upload limit 1), gen_random_uuid(), 'id_front', '\\x00', key, '', now(), now()
         from unnest($1::text[]) key`,
    [many],
  )
  for (let from = 0; from < many.length; from += 50)
    await Promise.all(many.slice(from, from + 50).map((key) => objects().put(key, Buffer.from(key))))
  await objects().delete(many[1_020] ?? '')
  await expect(runOps(server.deps, 'objects check')).rejects.toThrow(
    `The object store lacks 1 objects that the database names: ${many[1_020]}.`,
  )
})

test('a store that lists its objects in another order is not compared', async () => {
  // The store of the tests lists folders first.
  for (const key of ['photos/zz-1', 'photos/zz/1']) await objects().put(key, Buffer.from(key))
  await expect(runOps(server.deps, `objects remove-orphans ${authority}`)).rejects.toThrow('in the order of keys')
})

test('a store takes nothing that is signed with another secret, or not at all', async () => {
  const stranger = createObjectStore(settings('another'), 5_000)
  await expect(stranger.list('photos/', '')).rejects.toThrow(ObjectStoreError)
  await expect(stranger.put('photos/of-a-stranger', Buffer.from('x'))).rejects.toThrow(ObjectStoreError)
  expect((await fetch(`${store.url}/${S3.bucket}/?list-type=2`)).status).toBe(403)
  await expect(runOps(server.deps, 'objects back-up --to here')).rejects.toThrow(/whole path/)
})

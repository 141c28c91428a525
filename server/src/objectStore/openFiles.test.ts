import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createObjectStore, type ObjectStore } from './objectStore'
import { createOpenFiles, StoreBusyError } from './openFiles'

const KEY = (nth: number) => `records/test/${String(nth).padStart(8, '0')}`

let folder: string
let store: ObjectStore
/** Keys in the order in which they were fetched, how many are under way, and how many were at most. */
let fetched: string[]
let [underWay, most] = [0, 0]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-files-'))
  const disk = createObjectStore({ kind: 'disk', folder }, 5_000)
  for (let nth = 0; nth < 8; nth++) await disk.put(KEY(nth), Buffer.alloc(1_000, String(nth)))
  ;[fetched, underWay, most] = [[], 0, 0]
  store = {
    ...disk,
    async get(key, maxBytes) {
      fetched.push(key)
      most = Math.max(most, ++underWay)
      return disk.get(key, maxBytes).finally(() => underWay--)
    },
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const whole = (file: Buffer | undefined) => ({ value: String(file), bytes: file?.length ?? 0 })
const first = (text: string) => text[0]

test('a file that many ask for is fetched once, and at most two are fetched at a time', async () => {
  const files = createOpenFiles(store)
  const asked = Array.from({ length: 200 }, (_, nth) => files.read(KEY(nth % 8), whole))
  expect((await Promise.all(asked)).slice(0, 8).map(first)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  expect(fetched).toHaveLength(8)
  expect(most).toBe(2)
})

test('what is kept has a size: the file that was read longest ago makes room', async () => {
  const files = createOpenFiles(store, { keptBytes: 3_000 })
  for (const nth of [0, 1, 2, 0, 3, 0, 1]) await files.read(KEY(nth), whole)
  expect(fetched).toEqual([0, 1, 2, 3, 1].map(KEY))
  const large = createOpenFiles(store, { keptBytes: 999 })
  for (const nth of [4, 4]) expect(first(await large.read(KEY(nth), whole))).toBe('4')
  expect(fetched.slice(5)).toEqual([4, 4].map(KEY))
})

test('beyond what may wait, a request is refused at once', async () => {
  const files = createOpenFiles(store, { opening: 1, waiting: 2 })
  const asked = await Promise.allSettled([0, 1, 2, 3, 4].map((nth) => files.read(KEY(nth), whole)))
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(asked[4]).toMatchObject({ reason: expect.any(StoreBusyError) })
})

test('what failed is not kept, and frees its place', async () => {
  const files = createOpenFiles(store, { opening: 1 })
  const fails = () => Promise.reject(new Error('changed'))
  for (let nth = 0; nth < 3; nth++) await expect(files.read(KEY(0), fails)).rejects.toThrow('changed')
  expect(first(await files.read(KEY(0), whole))).toBe('0')
})

test('a larger object is not read', async () => {
  await expect(store.get(KEY(0), 999)).rejects.toThrow('has 1000 bytes, and at most 999 are read')
  expect(await store.get(KEY(0), 1_000)).toHaveLength(1_000)
})

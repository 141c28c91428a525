import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { createTestDatabase } from '../../test/database'
import { type Queryable, queryableOf } from '../database/database'
import { present } from '../shared/assert'
import { EMPTY_ROOT, leafHash, nodeHash } from './merkle'
import { createResultMap, resultPlaceOf } from './resultMap'

let own: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

interface Settled {
  minute: number
  key: Buffer
  hash: Buffer
}

const settledOf = (minute: number, nth: number): Settled => ({
  minute,
  key: createHash('sha256').update(`order ${nth}`).digest(),
  hash: createHash('sha256').update(`result ${nth}`).digest(),
})

/** The 283 bits of a place, as docs/PROOF_FORMAT.md says. */
const bitsOf = ({ minute, key }: Settled): string =>
  Math.floor(minute / 1_440)
    .toString(2)
    .padStart(16, '0') +
  (minute % 1_440).toString(2).padStart(11, '0') +
  [...key].map((byte) => byte.toString(2).padStart(8, '0')).join('')

const textOf = ({ minute, key, hash }: Settled) => `settled|1|${minute}|${key.toString('hex')}|${hash.toString('hex')}`

/** The root of the map by its definition. */
function naiveRoot(leaves: readonly Settled[], depth = 0): Buffer {
  const [first] = leaves
  if (!first) return EMPTY_ROOT
  if (leaves.length === 1) return leafHash(textOf(first))
  const half = (bit: string) => leaves.filter((leaf) => bitsOf(leaf)[depth] === bit)
  return nodeHash(naiveRoot(half('0'), depth + 1), naiveRoot(half('1'), depth + 1))
}

/** The root to which a path leads, as a verifier computes it. */
function rootFrom(leaf: Settled, path: readonly Buffer[]): Buffer {
  const bits = bitsOf(leaf)
  return path.reduce(
    (hash, sibling, nth) => {
      const isRight = bits[path.length - 1 - nth] === '1'
      return isRight ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
    },
    leafHash(textOf(leaf)),
  )
}

const insert = (leaves: readonly Settled[], from: number) =>
  own.database.query(
    `insert into result_leaf (leaf, minute, key, hash)
       select $1::bigint + nth - 1, minute, key, hash
         from unnest($2::int[], $3::bytea[], $4::bytea[]) with ordinality as item (minute, key, hash, nth)`,
    [from, leaves.map(({ minute }) => minute), leaves.map(({ key }) => key), leaves.map(({ hash }) => hash)],
  )

const clear = () =>
  own.database.withTransaction(async (tx) => {
    await tx.query('alter table result_leaf disable trigger all')
    await tx.query('truncate result_leaf, result_node')
    await tx.query('alter table result_leaf enable trigger all')
  })

const newNode = (database: Queryable = own.database) =>
  createResultMap(
    { database },
    {
      tries: 3,
      leaves: 4,
      days: 1,
    },
  )

/** Minutes of a few days, some of them the same or neighbors. */
const minutes = fc.oneof(
  fc.integer({ min: 29_000_000, max: 29_000_003 }),
  fc.integer({ min: 29_001_590, max: 29_001_610 }),
  fc.integer({ min: 0, max: 94_371_839 }),
)

test('whatever is settled, on whichever node heads are made, the map is the one of its definition', async () => {
  let nth = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ minutes: fc.array(minutes, { maxLength: 9 }), node: fc.nat(2) }), { maxLength: 7 }),
      fc.nat(),
      async (heads, picked) => {
        await clear()
        const nodes = [newNode(), newNode(), newNode()] as const
        const all: Settled[] = []
        const sizes = [0]
        for (const head of heads) {
          const from = all.length
          all.push(...head.minutes.map((minute) => settledOf(minute, nth++)))
          await insert(all.slice(from), from)
          const root = await own.database.withTransaction((tx) => nodes[head.node]?.grow(tx, from, all.length))
          expect(root?.equals(naiveRoot(all))).toBe(true)
          sizes.push(all.length)
        }
        // Under any of these heads, on a node that has made it, on another, and on one that has just started.
        for (const size of sizes) {
          const known = all.slice(0, size)
          const root = naiveRoot(known)
          for (const node of [...nodes, newNode()]) {
            const leaf = all[picked % Math.max(1, all.length)]
            if (!leaf) continue
            const { found, path } = await node.path(size, leaf)
            if (known.includes(leaf)) expect(rootFrom(leaf, path).equals(root)).toBe(true)
            else expect(found?.key.equals(leaf.key) ?? false).toBe(false)
          }
        }
      },
    ),
    { numRuns: 40 },
  )
})

test('the minute of the last results is not read again, whatever is asked in between', async () => {
  await clear()
  const reads: string[] = []
  const counting = queryableOf((sql, values) => {
    reads.push(sql)
    return own.database.query(sql, values)
  })
  const node = newNode(counting)
  const [old, ...busy] = [29_000_000, ...Array(9).fill(29_000_001)].map((minute, nth) => settledOf(minute, 500 + nth))
  await insert([present(old, 'a first one'), ...busy], 0)
  await node.grow(counting, 0, 9)
  await node.grow(counting, 9, 9)
  await node.path(9, present(old, 'a first one'))
  reads.length = 0
  expect(await node.grow(counting, 9, 10)).toEqual(naiveRoot([present(old, 'a first one'), ...busy]))
  expect(reads.filter((sql) => sql.includes('where minute = any'))).toEqual([])
})

test('a head that was not made leaves the map as it was', async () => {
  await clear()
  const [node, other] = [newNode(), newNode()]
  const all = [29_000_000, 29_000_000, 29_000_001].map((minute, nth) => settledOf(minute, 9_000 + nth))
  await insert(all, 0)
  const failed = own.database.withTransaction(async (tx) => {
    await node.grow(tx, 0, 2)
    throw new Error('the connection is lost')
  })
  await expect(failed).rejects.toThrow('lost')
  const grow = (map: typeof node, from: number, to: number) =>
    own.database.withTransaction((tx) => map.grow(tx, from, to))
  expect(await grow(other, 0, 1)).toEqual(naiveRoot(all.slice(0, 1)))
  expect(await grow(node, 1, 3)).toEqual(naiveRoot(all))
})

test('the database refuses a second result of an order', async () => {
  await clear()
  const [first, second] = [settledOf(29_000_000, 1), { ...settledOf(29_000_000, 1), hash: Buffer.alloc(32, 1) }]
  await insert([first], 0)
  await expect(insert([second], 1)).rejects.toThrow('result_leaf_minute_key_key')
})

test('the place of a result is the minute and the hash of the id', () => {
  const { minute, key } = resultPlaceOf('019a0000-1234-7000-8000-000000000000')
  expect(minute).toBe(Math.floor(0x019a00001234 / 60_000))
  expect(key.toString('hex')).toBe(createHash('sha256').update('019a0000-1234-7000-8000-000000000000').digest('hex'))
})

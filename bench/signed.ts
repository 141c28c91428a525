import { startThrowAwayPostgres } from '../scripts/setup/postgres.mjs'
import type { Database } from '../server/src/database/database'
import { TEST_SIGNER_SET } from '../server/src/dev/testSigners'
import { signTestPrices, type TestPrice } from '../server/src/dev/testUpdates'
import { PYTH_FEEDS } from '../server/src/market/signed/feedIds'
import { pruneUpdates, UPDATES_KEPT_S } from '../server/src/market/signed/updateLog'
import { settleOrders } from '../server/src/modules/settlement/repository'
import { BATCH_MAX } from '../server/src/modules/settlement/worker'
import { systemClock } from '../server/src/shared/clock'
import { createUpdateOpener } from '../server/src/shared/signed/update'
import { createHeadMaker } from '../server/src/signedLogs/headMaker'
import { createResultMap } from '../server/src/signedLogs/resultMap'
import { recordedUpdates } from '../server/test/feeds/pythRecordings'
import { type Cost, compareWays, costOf, sumOf } from './cost'
import { closeDue, createFloor, SYMBOL, settleDue } from './orderKit'

const ROUNDS = 5
const PRODUCTS = 15
const HOURS = 3
const CHUNK_S = 60
const FEED = PYTH_FEEDS[SYMBOL] ?? ''
const SET = TEST_SIGNER_SET.id
const opener = createUpdateOpener(TEST_SIGNER_SET, () => true)

const priceAt = (feed: string, publishAt: number, price: bigint): TestPrice => {
  return { feed, price, expo: -8, publishAt, previousAt: publishAt - 1 }
}

/** The updates of one moment in the form in which they are stored: three signatures, one message. */
function signed(prices: readonly TestPrice[]): Buffer[] {
  const bytes = signTestPrices(prices, { sequence: 1 }).update(prices.map(({ feed }) => feed))
  return opener.open(bytes).updates.map(({ proof }) => proof)
}

const store = (database: Database, products: readonly number[], proofs: readonly Buffer[]) =>
  database.query('select store_updates($1, $2, $3)', [products, SET, proofs])

/** Where the two times of a price message are. */
const PUBLISH_AT = 53
const PREVIOUS_AT = 61

/**
 * An update as the oracle sends it, with its second replaced: the database stores bytes, and whoever verified them did so before. Three of
 * five sign among a thousand prices, as since 2026; 13 of 19 where the recordings are next to the project.
 */
function samples(): Record<string, { proof: Buffer; feed: string }> {
  const feeds = Array.from({ length: 1_000 }, (_, index) => (index + 1).toString(16).padStart(64, '0'))
  const moment = signTestPrices(
    feeds.map((feed) => priceAt(feed, 1_800_000_000, 6_000_000_000_000n)),
    { sequence: 1 },
  )
  const [small] = opener.open(moment.update(feeds.slice(0, 1))).updates
  const [recorded] = recordedUpdates().flatMap(
    ({ set, bytes }) => createUpdateOpener(set, () => true).open(bytes).updates,
  )
  return { ...(small && { threeSigners: small }), ...(recorded && { thirteenSigners: recorded }) }
}

function at({ proof, feed }: { proof: Buffer; feed: string }, second: number): Buffer {
  const bytes = Buffer.from(proof)
  const message = bytes.indexOf(Buffer.from(feed, 'hex')) - 1
  bytes.writeBigInt64BE(BigInt(second), message + PUBLISH_AT)
  bytes.writeBigInt64BE(BigInt(second - 1), message + PREVIOUS_AT)
  return bytes
}

/** Hours of updates, one a second of each product, stored and thinned as a server does it: what the table takes. */
async function measureStored(database: Database, sample: { proof: Buffer; feed: string }) {
  const products = await database.query<{ id: number }>('select id from product order by id limit $1', [PRODUCTS])
  const ids = products.map(({ id }) => id)
  await database.query('truncate signed_update')
  const from = 1_800_000_000
  for (let second = from; second < from + HOURS * 3_600; second += CHUNK_S) {
    const proofs = Array.from({ length: CHUNK_S }, (_, each) => ids.map(() => at(sample, second + each)))
    await store(
      database,
      proofs.flatMap(() => ids),
      proofs.flat(),
    )
    await pruneUpdates(database, (second + CHUNK_S) * 1_000)
    // As autovacuum does it once a minute.
    await database.query('vacuum signed_update')
  }
  const found = await database.first<{ rows: bigint; bytes: bigint }>(
    `select count(*) as rows, pg_total_relation_size('signed_update') as bytes from signed_update`,
  )
  const megabytes = Number((Number(found?.bytes) / 1e6).toFixed(1))
  return {
    products: ids.length,
    hours: HOURS,
    rows: Number(found?.rows),
    megabytes,
    bytesAnUpdate: sample.proof.length,
  }
}

/** 10,000 orders under rule 2 next to as many under rule 1: entry and settlement with the heads that both need. */
function settleByBothRules(database: Database, productId: number) {
  const heads = createHeadMaker({ database, clock: systemClock, results: createResultMap({ database }) })
  const headOf = async () => (await heads.seal()).number
  const after = async (settled: Cost) => sumOf(settled, await costOf(database, () => heads.seal()))
  const priced = {
    source: 'pyth',
    instrument: `${FEED}:${SET}`,
    async prepare(acceptedAt: number) {
      const entry = Math.floor(acceptedAt / 1_000) + 1
      const proofs = [priceAt(FEED, entry, 10_000_000_000n), priceAt(FEED, entry + 30, 10_010_000_000n)].flatMap(
        (price) => signed([price]),
      )
      await store(database, [productId, productId], proofs)
    },
  }
  const close = async () => {
    const head = await headOf()
    let closed = 0
    for (let rows = 1; rows > 0; closed += rows)
      rows = (await settleOrders(database, BATCH_MAX, Date.now(), head)).length
    return closed
  }
  return compareWays(ROUNDS, {
    with: async () => after(await closeDue(database, productId, heads, close, { priced })),
    without: async () => after(await settleDue(database, productId, heads, headOf)),
  })
}

/** Signed prices: what they take in the database, and what settling by them costs next to rule 1 in the same run. */
export async function benchSigned() {
  const postgres = await startThrowAwayPostgres(['shared_buffers=512MB'])
  try {
    const { database, productId } = await createFloor(postgres.url)
    const settle10000 = await settleByBothRules(database, productId)
    const stored: Record<string, unknown> = { keptSeconds: UPDATES_KEPT_S }
    for (const [name, sample] of Object.entries(samples())) stored[name] = await measureStored(database, sample)
    await database.close()
    return { settle10000, stored }
  } finally {
    await postgres.stop()
  }
}

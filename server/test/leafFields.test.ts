import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../src/shared/paths'
import { undone } from './asOwner'
import { floor, withFloor } from './floorOfFile'
import type { TradingFloor } from './tradingFloor'

withFloor()
beforeAll(async () => {
  await floor.win(await floor.registerUser(), floor.body({ stake: '25.00' }))
})

/** The expected value of each field, from the order itself. */
const EXPECTED = `
  select jsonb_build_object('id', closed.id, 'number', reference_number('FT', closed.number, closed.accepted_at_ms),
      'symbol', product.symbol, 'source', closed.source, 'instrument', closed.instrument, 'direction', 'up', 'stake', closed.stake,
      'currency', closed.currency, 'scale', closed.scale, 'payout', closed.payout, 'earnings_rate_bp', closed.earnings_rate_bp,
      'duration_seconds', closed.duration_seconds, 'accepted_at', closed.accepted_at_ms,
      'entry_timeout_ms', closed.entry_timeout_ms, 'stale_after_ms', closed.stale_after_ms, 'source_lag_ms', closed.source_lag_ms, 'rule', 3)
    || jsonb_build_object('seen_head', closed.seen_head, 'seen_root', encode(closed.seen_root, 'hex'),
      'device_key', encode(closed.device_key, 'hex'), 'device_signature', encode(closed.device_signature, 'hex'),
      'entry_sequence', closed.entry_sequence, 'entry_at', closed.entry_at_ms, 'entry_price', closed.entry_price::text,
      'expires_at', closed.expires_at_ms, 'exit_sequence', closed.exit_sequence, 'exit_at', closed.exit_at_ms,
      'exit_price', closed.exit_price::text, 'status', 'won', 'void_reason', '-', 'profit_loss', closed.profit_loss,
      'closed_at', closed.closed_at_ms)`

type Query = Pick<TradingFloor['database'], 'query'>

/** Names of the fields whose value in the order's settlement is not that of the order. */
async function wrongFields(tx: Query): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select name
       from trade_order closed join product on product.id = closed.product_id
       cross join lateral (${EXPECTED} as fields) expected
       cross join lateral unnest(settlement_fields()) name
      where settlement_field(settlement_entry(closed, product), name) is distinct from expected.fields ->> name`,
  )
  return rows.map(({ name }) => name)
}

/** With a function of the database changed as `change` says, and back again. */
async function withChanged<T>(name: string, change: (sql: string) => string, look: (tx: Query) => Promise<T>) {
  return undone(floor.database, async (tx) => {
    const text = readFileSync(join(projectRoot(), `server/sql/functions/${name}.sql`), 'utf8')
    expect(change(text)).not.toBe(text)
    await tx.query(change(text))
    return look(tx)
  })
}

test('every field of a settlement is found by its name', async () => {
  expect(await wrongFields(floor.database)).toEqual([])
  expect(await floor.database.query('select cardinality(settlement_fields()) as count')).toEqual([{ count: 32 }])
})

test('a term that changes places is noticed', async () => {
  const swap = (sql: string) => sql.replace('placed.currency, placed.scale', 'placed.scale, placed.currency')
  expect(await withChanged('order_terms', swap, wrongFields)).toEqual(['currency', 'scale'])
})

test.each([
  ['more', 'order_terms', (sql: string) => sql.replace('placed.stake,', 'placed.stake, placed.stake,')],
  ['less', 'order_terms', (sql: string) => sql.replace('placed.currency, ', '')],
  ['in another version', 'settlement_entry', (sql: string) => sql.replace("'settlement', 5", "'settlement', 6")],
])('a settlement with a term %s is refused, and does not count as nothing', async (_what, name, change) => {
  await expect(withChanged(name, change, wrongFields)).rejects.toThrow('a leaf has not the form of "settlement|5"')
})

test('a field that there is not is refused, also where there are no rows', async () => {
  await expect(
    floor.database.query(`select settlement_field(entry, 'closed') from settlement where leaf < 0`),
  ).rejects.toThrow('closed is no field of this leaf')
})

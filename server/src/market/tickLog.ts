import type { Tick } from '../../../contract/market'
import type { Fence } from '../cluster/lease'
import type { Queryable } from '../database/database'

/** A tick on its way into the log. */
export interface NewTick {
  productId: number
  atMs: number
  price: string
  size: string
  sourceAtMs: number
  /** If it differs from the source of the batch. */
  source?: string
  instrument?: string
  /** The source's number of the trade. */
  trade?: number
}

export interface TickHead {
  productId: number
  sequence: number
  atMs: number
  throughMs: number
}

/** A row of the type `new_tick`. */
const rowOf = (tick: NewTick, source: string) => ({
  product_id: tick.productId,
  at_ms: tick.atMs,
  price: tick.price,
  size: tick.size,
  source: tick.source ?? source,
  source_at_ms: tick.sourceAtMs,
  instrument: tick.instrument,
  trade: tick.trade,
})

/**
 * Appends in the order given. Returns the sequence of each tick that was appended, by place in `ticks`; null for one that is
 * behind what its source gave before. With a fence nothing is written, and it throws (`isLeaseLost`), if another node leads
 * by now.
 */
export async function appendTicks(
  database: Queryable,
  productIds: readonly number[],
  throughMs: number,
  source: string,
  ticks: readonly NewTick[],
  fence?: Fence,
): Promise<Map<number, number | null>> {
  const rows = await database.query<{ ord: bigint; sequence: bigint | null }>(
    `select ord, sequence
       from ${fence ? 'hold_lease($4, $5)' : '(values (true))'} as holder (held),
            lateral append_ticks(case when held then $1::int[] end, $2,
                                 array(select given from json_populate_recordset(null::new_tick, $3) given))`,
    [
      productIds,
      throughMs,
      JSON.stringify(ticks.map((tick) => rowOf(tick, source))),
      ...(fence ? [fence.name, fence.token] : []),
    ],
  )
  return new Map(rows.map(({ ord, sequence }) => [Number(ord) - 1, sequence === null ? null : Number(sequence)]))
}

export async function loadHeads(database: Queryable): Promise<TickHead[]> {
  await database.query('insert into tick_head (product_id) select id from product on conflict do nothing')
  const rows = await database.query<{ product_id: number; sequence: bigint; at_ms: bigint; through_ms: bigint }>(
    'select product_id, sequence, at_ms, through_ms from tick_head',
  )
  return rows.map((row) => ({
    productId: row.product_id,
    sequence: Number(row.sequence),
    atMs: Number(row.at_ms),
    throughMs: Number(row.through_ms),
  }))
}

interface TickRow {
  product_id: number
  sequence: bigint
  at_ms: bigint
  price: string
  size: string
}

const tickOf = ({ product_id, sequence, at_ms, price, size }: TickRow) => ({
  productId: product_id,
  sequence: Number(sequence),
  atMs: Number(at_ms),
  price,
  size,
})

/** The newest tick of each product that has any. */
export async function loadLastTicks(database: Queryable) {
  const rows = await database.query<TickRow>(
    `select product.id as product_id, newest.sequence, newest.at_ms, newest.price::text as price, newest.size::text as size
       from product
       join lateral (select sequence, at_ms, price, size from tick
                      where product_id = product.id order by sequence desc limit 1) newest on true`,
  )
  return rows.map(tickOf)
}

interface StoredTick extends Omit<TickRow, 'product_id'> {
  source: string
  source_at_ms: bigint
  instrument: string
  trade: bigint | null
}

/** The public log, oldest first: after a sequence, or the newest `limit`. */
export async function readTicks(
  database: Queryable,
  productId: number,
  after: number | undefined,
  limit: number,
): Promise<Tick[]> {
  const columns = 'sequence, at_ms, price::text as price, size::text as size, source, source_at_ms, instrument, trade'
  const rows = await database.query<StoredTick>(
    after === undefined
      ? `select * from (select ${columns} from tick where product_id = $1 order by sequence desc limit $2) newest
          order by sequence`
      : `select ${columns} from tick where product_id = $1 and sequence > $3 order by sequence limit $2`,
    after === undefined ? [productId, limit] : [productId, limit, after],
  )
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    at: Number(row.at_ms),
    price: row.price,
    size: row.size,
    source: row.source,
    sourceAt: Number(row.source_at_ms),
    instrument: row.instrument,
    trade: row.trade === null ? null : Number(row.trade),
  }))
}

/** The ticks after each of these places, by product and in order; at most `limit` ticks in all. */
export async function readTicksAfter(
  database: Queryable,
  places: readonly { productId: number; sequence: number }[],
  limit: number,
): Promise<{ productId: number; sequence: number; atMs: number; price: string; size: string }[]> {
  const rows = await database.query<TickRow>(
    `select later.product_id, later.sequence, later.at_ms, later.price::text as price, later.size::text as size
       from unnest($1::int[], $2::bigint[]) as place (product_id, sequence)
       join lateral (select * from tick
                      where tick.product_id = place.product_id and tick.sequence > place.sequence
                      order by tick.sequence limit $3) later on true
      order by later.at_ms, later.product_id, later.sequence limit $3`,
    [places.map((place) => place.productId), places.map((place) => place.sequence), limit],
  )
  return rows.map(tickOf)
}

import type { Interval } from '../../../contract/market'
import type { Database } from '../database/database'
import { DAY_MS, MINUTE_MS } from '../shared/time'
import { calendarState, openSpans } from './calendar'
import { INTERVAL_MS } from './candles'
import { modelOf, stepPrice } from './demoModel'
import type { HistoryCandle } from './feeds/history'
import type { ProductRecord } from './products'
import { createRandom, type Random } from './random'

/**
 * Candles for a simulated product in times without ticks: the time before the first start, and the time a demo was
 * switched off. They fill charts and 24-hour figures. No order is ever decided by a candle; only the tick log decides.
 */
const HOLE_DAYS_MAX = 3
/** How far each interval reaches back beyond the finer one, in ms: whole days, or hours that make up a day with the next one. */
export type SimulatedPast = readonly (readonly [interval: keyof History, ms: number])[]
/** Further back candles become coarser, so that a first start takes seconds. */
const WHOLE_PAST: SimulatedPast = [
  ['1m', DAY_MS],
  ['5m', 3 * DAY_MS],
  ['1h', 90 * DAY_MS],
  ['1d', 400 * DAY_MS],
]
/** No calendar is closed for as long as this. */
const CLOSED_DAYS_MAX = 14
const INSERT_MAX = 10_000
/** Inner steps from which a candle's high and low come. */
const STEPS = 4

interface NewCandle extends HistoryCandle {
  productId: number
}

const floorTo = (ms: number, step: number) => Math.floor(ms / step) * step

/** Candles from `toMs` back to `fromMs`, so that the newest ends at `lastPrice`; returns them and the first open. */
function walkBack(
  product: ProductRecord,
  random: Random,
  span: { fromMs: number; toMs: number; stepMs: number },
  lastPrice: number,
): { candles: NewCandle[]; firstPrice: number } {
  const model = modelOf(product.symbol, lastPrice)
  const candles: NewCandle[] = []
  let price = lastPrice
  const opensToday = span.stepMs >= DAY_MS / 2
  const open = opensToday ? [] : openSpans(product.calendar, span.fromMs, span.toMs)
  for (let openAtMs = span.toMs - span.stepMs; openAtMs >= span.fromMs; openAtMs -= span.stepMs) {
    while (open.length > 0 && openAtMs < (open.at(-1)?.fromMs ?? 0)) open.pop()
    if (!opensToday && openAtMs >= (open.at(-1)?.toMs ?? 0)) continue
    const path = [price]
    for (let step = 0; step < STEPS; step++)
      path.push(stepPrice(path[step] ?? price, model, span.stepMs / STEPS, random.normal()))
    const first = path[STEPS] ?? price
    const ticks = span.stepMs / model.tickEveryMs
    const volume = model.size * ticks * (0.4 + 1.2 * random.uniform())
    candles.push({
      productId: product.id,
      openAtMs,
      open: first.toFixed(product.decimals),
      high: Math.max(...path).toFixed(product.decimals),
      low: Math.min(...path).toFixed(product.decimals),
      close: price.toFixed(product.decimals),
      volume: volume.toFixed(4),
      amount: (volume * ((first + price) / 2)).toFixed(4),
    })
    price = first
  }
  return { candles, firstPrice: price }
}

/** The same walk the other way round: it then starts where the last candle closed. */
function turnForward(candles: readonly NewCandle[]): NewCandle[] {
  const times = candles.map((candle) => candle.openAtMs).reverse()
  return candles.map((candle, index) => ({
    ...candle,
    openAtMs: times[index] ?? candle.openAtMs,
    open: candle.close,
    close: candle.open,
  }))
}

/** An array of numbers in PostgreSQL's notation; the driver, which looks for signs to escape, takes a third of an insert for it. */
const arrayOf = (numbers: readonly (number | string)[]) => `{${numbers.join()}}`

/** Adds candles where there are none yet. */
export async function insertCandles(database: Database, interval: Interval, candles: NewCandle[]) {
  for (let start = 0; start < candles.length; start += INSERT_MAX) {
    const part = candles.slice(start, start + INSERT_MAX)
    await database.query(
      `insert into candle (product_id, interval, open_at_ms, open, high, low, close, volume, amount)
         select filled.product_id, $1, filled.open_at_ms, filled.open, filled.high, filled.low, filled.close,
                filled.volume, filled.amount
           from unnest($2::int[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
                       $8::numeric[], $9::numeric[])
                as filled (product_id, open_at_ms, open, high, low, close, volume, amount)
       on conflict do nothing`,
      [
        interval,
        arrayOf(part.map((candle) => candle.productId)),
        arrayOf(part.map((candle) => candle.openAtMs)),
        arrayOf(part.map((candle) => candle.open)),
        arrayOf(part.map((candle) => candle.high)),
        arrayOf(part.map((candle) => candle.low)),
        arrayOf(part.map((candle) => candle.close)),
        arrayOf(part.map((candle) => candle.volume)),
        arrayOf(part.map((candle) => candle.amount)),
      ],
    )
  }
}

/** The newest minute candle of each product: where it closed and when. */
export async function loadLastCloses(database: Database): Promise<Map<number, { openAtMs: number; close: string }>> {
  const rows = await database.query<{ id: number; open_at_ms: bigint; close: string }>(
    `select product.id, newest.open_at_ms, newest.close from product
       join lateral (select open_at_ms, close from candle
                      where product_id = product.id and interval = '1m' order by open_at_ms desc limit 1) newest on true`,
  )
  return new Map(rows.map((row) => [row.id, { openAtMs: Number(row.open_at_ms), close: row.close }]))
}

/** The end of the last minute in which the market was open. */
function lastOpenMs({ calendar }: ProductRecord, nowMs: number): number {
  const isOpen = calendarState(calendar, nowMs).status === 'open'
  const lastMs = isOpen ? nowMs : openSpans(calendar, nowMs - CLOSED_DAYS_MAX * DAY_MS, nowMs).at(-1)?.toMs
  return lastMs ?? nowMs
}

type History = Record<'1m' | '5m' | '1h' | '1d', NewCandle[]>

/** Adds a whole past to `history`, one interval after the other. */
function walkThrough(history: History, product: ProductRecord, random: Random, nowMs: number, past: SimulatedPast) {
  let price = modelOf(product.symbol).anchor
  let toMs = nowMs
  for (const [interval, ms] of past) {
    const lastMs = interval === '1m' ? lastOpenMs(product, nowMs) : toMs
    const fromMs = floorTo(lastMs - ms, Math.min(ms, DAY_MS))
    const { candles, firstPrice } = walkBack(product, random, { fromMs, toMs, stepMs: INTERVAL_MS[interval] }, price)
    history[interval].push(...candles)
    price = firstPrice
    toMs = fromMs
  }
}

/** Fills history up to the current minute. The second run on the same day finds next to nothing to do. */
export async function backfillSimulated(
  database: Database,
  products: readonly ProductRecord[],
  nowMs: number,
  seed: string,
  past = WHOLE_PAST,
): Promise<void> {
  const toMs = floorTo(nowMs, MINUTE_MS)
  const lastCloses = await loadLastCloses(database)
  const history: History = { '1m': [], '5m': [], '1h': [], '1d': [] }
  for (const product of products) {
    const random = createRandom(`${seed}:history:${product.symbol}:${toMs}`)
    const last = lastCloses.get(product.id)
    if (!last) {
      walkThrough(history, product, random, toMs, past)
      continue
    }
    const fromMs = Math.max(last.openAtMs + MINUTE_MS, floorTo(toMs - HOLE_DAYS_MAX * DAY_MS, DAY_MS))
    const { candles } = walkBack(product, random, { fromMs, toMs, stepMs: MINUTE_MS }, Number(last.close))
    history['1m'].push(...turnForward(candles))
  }
  for (const interval of ['1m', '5m', '1h', '1d'] as const) await insertCandles(database, interval, history[interval])
  const firstOf = (candles: readonly NewCandle[]) =>
    candles.reduce((least, { openAtMs }) => Math.min(least, openAtMs), toMs)
  await database.query('select fold_minutes($1)', [Math.min(firstOf(history['1m']), firstOf(history['5m']))])
  await database.query(`select fold_interval('1h', '1d', ${DAY_MS}, $1)`, [firstOf(history['1h'])])
}

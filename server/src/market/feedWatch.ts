import type { Queryable } from '../database/database'
import type { Clock } from '../shared/clock'
import { isSigned } from '../shared/signed/source'
import { type Calendar, calendarState } from './calendar'
import type { FeedEvent, FeedEventKind } from './feedEvents'
import { type FeedSettings, feedName, isLive, pricesSource } from './feeds/settings'

/** The words of the log of feed events for a priced product. */
export interface WatchedProduct {
  symbol: string
  source: string
  instrument: string
  calendar: Calendar
  entryTimeoutMs: number
  staleAfterMs: number
  sourceLagMs: number
  /** Time of its newest tick; 0 without one. */
  atMs: number
}

type Note = (event: FeedEvent) => void

/** The newest event of each of these kinds, by kind and symbol: what follows the symbol in its text. */
async function readNewest(database: Queryable, kinds: readonly FeedEventKind[], symbols: readonly string[]) {
  const rows = await database.query<{ kind: FeedEventKind; symbol: string; leaf: bigint; entry: string }>(
    `select newest.kind, newest.symbol, newest.leaf, newest.entry
       from unnest($1::text[]) kinds (kind) cross join unnest($2::text[]) symbols (symbol)
       cross join lateral (
         select event.kind, event.symbol, event.leaf, event.entry from feed_event event
          where event.kind = kinds.kind and event.symbol = symbols.symbol order by event.leaf desc limit 1) newest`,
    [kinds, symbols],
  )
  return (kind: FeedEventKind, symbol: string) => {
    const row = rows.find((each) => each.kind === kind && each.symbol === symbol)
    return row && { leaf: row.leaf, fields: row.entry.split('|').slice(5).join('|') }
  }
}

/** The parameters of a product's prices, and the limits of its orders; a product without a feed has `-` throughout. */
function settingsOf(settings: FeedSettings, product: WatchedProduct): (string | number)[] {
  const { symbol, source, instrument, sourceLagMs } = product
  const limits = [product.entryTimeoutMs, product.staleAfterMs]
  if (!pricesSource(settings, source)) return Array(8).fill('-')
  const { failoverMs, recoveryMs, jumpBp, jumpBpOf } = settings
  if (!settings.sources.some(isLive)) return [source, instrument, sourceLagMs, '-', '-', '-', ...limits]
  const jump = isSigned(source) ? 0 : (jumpBpOf[symbol] ?? jumpBp)
  return [source, instrument, sourceLagMs, jump, failoverMs, recoveryMs, ...limits]
}

/**
 * Notes that a feed begins, and each setting that differs from the log. Returns the products whose feed had stopped by then.
 */
export async function noteBeginning(
  database: Queryable,
  settings: FeedSettings,
  products: readonly WatchedProduct[],
  note: Note,
): Promise<Set<string>> {
  const symbols = products.map(({ symbol }) => symbol)
  const newest = await readNewest(database, ['settings', 'stopped', 'resumed'], symbols)
  note({ kind: 'began', symbol: '-', fields: [feedName(settings), Math.max(0, ...products.map(({ atMs }) => atMs))] })
  for (const product of products) {
    const fields = settingsOf(settings, product)
    const known = newest('settings', product.symbol)
    const isNew = known === undefined && fields[0] === '-'
    if (!isNew && known?.fields !== fields.join('|')) note({ kind: 'settings', symbol: product.symbol, fields })
  }
  const isStopped = (symbol: string) =>
    (newest('stopped', symbol)?.leaf ?? -1n) > (newest('resumed', symbol)?.leaf ?? -1n)
  return new Set(symbols.filter(isStopped))
}

/**
 * Notes if a product in an open market has no tick in the log for longer than its prices may be old, and the tick that ends
 * this. It goes by what was appended, not by what a source sent: if anything keeps prices out of the log, the log says
 * so.
 */
export function createFeedWatch(options: {
  clock: Clock
  products: readonly WatchedProduct[]
  stopped: Set<string>
  note: Note
}) {
  const { stopped, note } = options
  const products = options.products.filter(({ source }) => source !== '-')
  const bySymbol = new Map(products.map((product) => [product.symbol, product]))
  const beganAt = options.clock.now()
  /** Time of the newest tick; later if the market was closed since. A product without any tick begins now. */
  const silentSince = new Map(products.map(({ symbol, atMs }) => [symbol, atMs || beganAt]))
  const lastAt = new Map(products.map(({ symbol, atMs }) => [symbol, atMs]))

  function look({ symbol, calendar, staleAfterMs }: WatchedProduct, atMs: number) {
    if (stopped.has(symbol) || atMs - (silentSince.get(symbol) ?? atMs) <= staleAfterMs) return
    if (calendarState(calendar, atMs).status !== 'open') {
      silentSince.set(symbol, atMs)
      return
    }
    stopped.add(symbol)
    note({ kind: 'stopped', symbol, fields: [lastAt.get(symbol) ?? 0] })
  }

  return {
    /** After each write: the ticks that were appended, in order, and the time up to which the log is complete. */
    written(ticks: readonly { symbol: string; atMs: number }[], throughMs: number) {
      for (const { symbol, atMs } of ticks) {
        const product = bySymbol.get(symbol)
        if (product) look(product, atMs)
        if (stopped.delete(symbol)) note({ kind: 'resumed', symbol, fields: [lastAt.get(symbol) ?? 0] })
        if (!product) continue
        silentSince.set(symbol, atMs)
        lastAt.set(symbol, atMs)
      }
      for (const product of products) look(product, throughMs)
    },
  }
}

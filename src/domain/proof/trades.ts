import type { Receipt, ReceiptTick } from '../../../contract/proof'

/** The longest way from an exchange to the log: a trade so shortly before the end may have come after it. */
const SKEW_MS = 5_000

/** Exchanges whose public history has single trades by their numbers. */
export const EXCHANGES = ['binance', 'okx'] as const
export type Exchange = (typeof EXCHANGES)[number]

/** A row of an exchange's history: trades of one price that follow each other, from number `first` to number `last`. */
export interface TradeRow {
  first: number
  last: number
  price: string
  /** In ms since 1970, by the exchange's clock. */
  at: number
}

/** An exchange's data on a trade: the row with its number, and the row after that. */
export interface TradeAnswer {
  found: TradeRow | undefined
  next: TradeRow | undefined
}

/** A tick that can be looked up: it came from an exchange, and with a number. */
export type NumberedTick = ReceiptTick & { source: Exchange; trade: number }

export type LookUpPart = 'entry' | 'exit'
/** The outcome of one look-up. `part` says of which price; `next` is the trade after the exit. */
export type LookUpFinding =
  | { part: LookUpPart; kind: 'same'; exchange: Exchange; trade: number; row: TradeRow }
  | { part: LookUpPart; kind: 'other_price' | 'other_time'; exchange: Exchange; tick: NumberedTick; row: TradeRow }
  | { part: LookUpPart; kind: 'unknown'; exchange: Exchange; trade: number }
  /** `row` is a trade after the entry, from well before its second: it should have decided. */
  | { part: 'entry'; kind: 'older'; exchange: Exchange; row: TradeRow }
  | { part: LookUpPart; kind: 'unnumbered' | 'unreached'; exchange: Exchange }
  | { part: 'next'; kind: 'after_end' | 'near_end' | 'before_end'; exchange: Exchange; row: TradeRow }
  | { part: 'next'; kind: 'none'; exchange: Exchange }

export const isExchange = (source: string): source is Exchange => EXCHANGES.some((name) => name === source)

export const isNumbered = (tick: ReceiptTick): tick is NumberedTick => isExchange(tick.source) && tick.trade !== null

/** Entry and exit of an order as far as an exchange priced them, which is all that can be looked up. */
export function decidingTicks({ order, ranges }: Receipt): { part: LookUpPart; tick: ReceiptTick }[] {
  const ticks = ranges.flatMap((range) => range.ticks)
  const parts: [LookUpPart, number | null][] = [
    ['entry', order.entrySequence],
    ['exit', order.exitSequence],
  ]
  return parts.flatMap(([part, sequence]) => {
    const tick = sequence === null ? undefined : ticks.find((each) => each.sequence === sequence)
    return tick && isExchange(tick.source) ? [{ part, tick }] : []
  })
}

/** Without needless zeros: an exchange writes 101.50000000 for 101.5. */
export function plainPrice(text: string): string {
  const whole = text.replace(/^0+(?=\d)/, '')
  return whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole
}

/** The exchange's data on one tick of the receipt. */
export function compareTrade(part: LookUpPart, tick: NumberedTick, { found }: TradeAnswer): LookUpFinding {
  const { source: exchange, trade, price, size, sourceAt } = tick
  if (!found) return { part, kind: 'unknown', exchange, trade }
  if (plainPrice(found.price) !== plainPrice(price)) return { part, kind: 'other_price', exchange, tick, row: found }
  // A price that a source repeats is younger than its trade; a trade has one time.
  const isOff = Number(size) === 0 ? found.at > sourceAt + SKEW_MS : Math.abs(found.at - sourceAt) > SKEW_MS
  if (isOff) return { part, kind: 'other_time', exchange, tick, row: found }
  return { part, kind: 'same', exchange, trade, row: found }
}

/** Whether the entry was an old price: the exchange had a newer one by the second of the entry, which begins after `acceptedAt`. */
export function compareEntry(
  acceptedAt: number,
  { source }: NumberedTick,
  { found, next }: TradeAnswer,
): LookUpFinding[] {
  const isOlder = found && next?.first === found.last + 1 && next.at <= acceptedAt - SKEW_MS
  return isOlder ? [{ part: 'entry', kind: 'older', exchange: source, row: next }] : []
}

/** Whether the exchange had another trade between the exit and the end. */
export function compareNext(expiresAt: number, exit: NumberedTick, { next }: TradeAnswer): LookUpFinding {
  const { source: exchange, trade } = exit
  // Without the very next number nothing is known of what came between.
  if (next?.first !== trade + 1) return { part: 'next', kind: 'none', exchange }
  const kind = next.at >= expiresAt ? 'after_end' : next.at >= expiresAt - SKEW_MS ? 'near_end' : 'before_end'
  return { part: 'next', kind, exchange, row: next }
}

/** How quotes travel as rows. This module holds no schemas: the client has it at run time. */
import type { Quote } from './market'

/**
 * A quote without the names of its fields: symbol, price, sequence, how many ms after the message's `since` its tick came
 * (mostly below 0), change, change rate, high, low, volume, amount.
 */
export type QuoteRow = [string, string, number, number, string, number, string, string, string, string]

export function rowOf(quote: Quote, since: number): QuoteRow {
  const { symbol, price, sequence, at, change24h, changeRate24hBp, high24h, low24h, volume24h, amount24h } = quote
  return [symbol, price, sequence, at - since, change24h, changeRate24hBp, high24h, low24h, volume24h, amount24h]
}

export function quoteOf(row: QuoteRow, since: number): Quote {
  const [symbol, price, sequence, after, change24h, changeRate24hBp, high24h, low24h, volume24h, amount24h] = row
  return {
    symbol,
    price,
    sequence,
    at: since + after,
    change24h,
    changeRate24hBp,
    high24h,
    low24h,
    volume24h,
    amount24h,
  }
}

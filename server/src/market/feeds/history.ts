import { DECIMAL } from '../feed'
import { isFields } from './feedMessage'
import type { LiveKind } from './settings'

/** A closed candle of an exchange, with its digits. */
export interface HistoryCandle {
  openAtMs: number
  open: string
  high: string
  low: string
  close: string
  volume: string
  /** Turnover in the currency of the price. */
  amount: string
}

export type HistoryInterval = '1m' | '1h' | '1d'

export interface HistorySpan {
  interval: HistoryInterval
  fromMs: number
  /** Candles that opened before this, and were closed by then. */
  toMs: number
  stepMs: number
}

/** An answer that is no history; says what came. */
export class HistoryProblem extends Error {}

const ANSWER_WITHIN_MS = 5_000
/** OKX takes 20 requests in two seconds, Binance far more. */
const PAUSE_MS = 110

interface Api {
  pageSize: number
  url(base: string, name: string, span: HistorySpan): string
  rows(answer: unknown): unknown
  candle(row: readonly unknown[]): HistoryCandle | undefined
}

const decimal = (value: unknown): string | undefined =>
  typeof value === 'string' && DECIMAL.test(value) ? value : undefined

function candleOf(openAt: unknown, cells: readonly unknown[]): HistoryCandle | undefined {
  const openAtMs = Number(openAt)
  const [open, high, low, close, volume, amount] = cells.map(decimal)
  if (!Number.isSafeInteger(openAtMs) || !open || !high || !low || !close || !volume || !amount) return undefined
  const inside = [open, close].every((price) => Number(price) <= Number(high) && Number(price) >= Number(low))
  return inside && Number(low) > 0 ? { openAtMs, open, high, low, close, volume, amount } : undefined
}

const APIS: Record<LiveKind, Api> = {
  // [opened at, open, high, low, close, volume, closed at, turnover, …], oldest first
  binance: {
    pageSize: 1_000,
    url: (base, name, { interval, fromMs, toMs }) =>
      `${base}/klines?symbol=${encodeURIComponent(name)}&interval=${interval}&startTime=${fromMs}&endTime=${toMs - 1}&limit=1000`,
    rows: (answer) => answer,
    candle: ([openAt, open, high, low, close, volume, , amount]) =>
      candleOf(openAt, [open, high, low, close, volume, amount]),
  },
  // [opened at, open, high, low, close, contracts or base, base, turnover, closed], newest first; `after` means before.
  okx: {
    pageSize: 100,
    url: (base, name, { interval, fromMs, toMs }) =>
      `${base}/market/history-candles?instId=${encodeURIComponent(name)}&bar=${{ '1m': '1m', '1h': '1H', '1d': '1Dutc' }[interval]}` +
      `&after=${toMs}&before=${fromMs - 1}&limit=100`,
    rows: (answer) => (isFields(answer) && answer.code === '0' ? answer.data : undefined),
    candle: ([openAt, open, high, low, close, volume, , amount, closed]) =>
      closed === '0' ? undefined : candleOf(openAt, [open, high, low, close, volume, amount]),
  },
}

async function readPage(api: Api, url: string, signal: AbortSignal): Promise<unknown[]> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]) })
  const text = await response.text()
  if (!response.ok) throw new HistoryProblem(`status ${response.status}: ${text.slice(0, 200)}`)
  const rows = api.rows(JSON.parse(text))
  if (!Array.isArray(rows)) throw new HistoryProblem(`no list of candles: ${text.slice(0, 200)}`)
  return rows
}

/**
 * The candles of a span, oldest first, each once; malformed candles and those outside are left out. As many pages as
 * the span can fill and no more. Throws what `fetch` throws, SyntaxError if an answer is no JSON, and `HistoryProblem`.
 */
export async function fetchHistory(
  source: { kind: LiveKind; historyUrl: string },
  name: string,
  span: HistorySpan,
  signal: AbortSignal,
): Promise<HistoryCandle[]> {
  const api = APIS[source.kind]
  const candles = new Map<number, HistoryCandle>()
  const newestFirst = source.kind === 'okx'
  let { fromMs, toMs } = span
  const pages = Math.ceil((toMs - fromMs) / span.stepMs / api.pageSize)
  for (let page = 0; page < pages && fromMs < toMs; page++) {
    if (page > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const rows = await readPage(api, api.url(source.historyUrl, name, { ...span, fromMs, toMs }), signal)
    const times = rows.map((row) => (Array.isArray(row) ? Number(row[0]) : Number.NaN)).filter(Number.isSafeInteger)
    if (times.length === 0) break
    for (const row of rows) {
      const candle = Array.isArray(row) ? api.candle(row) : undefined
      if (!candle || candle.openAtMs < span.fromMs || candle.openAtMs + span.stepMs > span.toMs) continue
      if (candle.openAtMs % span.stepMs === 0) candles.set(candle.openAtMs, candle)
    }
    // A server that answers with the same page again must not hold us up.
    if (newestFirst) toMs = Math.min(toMs - span.stepMs, ...times)
    else fromMs = Math.max(fromMs + span.stepMs, Math.max(...times) + span.stepMs)
  }
  return [...candles.values()].sort((a, b) => a.openAtMs - b.openAtMs)
}

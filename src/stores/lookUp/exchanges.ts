import type { Exchange, NumberedTick, TradeAnswer, TradeRow } from '../../domain/proof/trades'
import type { WireRequest, WireResponse } from '../../platform/request'

/** Where the exchanges publish their trades; the server's content security policy allows these hosts (market/feeds/settings.ts). */
export const EXCHANGE_BASES: Record<Exchange, string> = {
  binance: 'https://api.binance.com/api/v3',
  okx: 'https://www.okx.com/api/v5',
}

const ANSWER_WITHIN_MS = 10_000
const ANSWER_MAX = 2_000_000
const ROWS_MAX = 1_000
const PAGES_MAX = 5
/** How long before the time of a tick its trade is looked for: a source repeats its last price in quiet minutes. */
const SPANS_MS = [2_000, 60_000]

export interface ExchangesDeps {
  send(request: WireRequest): Promise<WireResponse>
  bases: Record<Exchange, string>
}

/** Reads trades from the exchanges themselves; undefined if one gives no answer that can be read. */
export interface Exchanges {
  tradeOf(tick: NumberedTick): Promise<TradeAnswer | undefined>
}

type Fields = Record<string, unknown>
type AskRows = (query: string) => Promise<BinanceRow[] | undefined>
interface BinanceRow extends TradeRow {
  aggregate: number
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const isRow = ({ first, last, price, at }: TradeRow) =>
  [first, last, at].every(Number.isSafeInteger) && /^\d{1,15}(\.\d{1,15})?$/.test(price)

/** Rows of what an exchange answers; undefined if one of them is something else. */
function readRows<Row extends TradeRow>(value: unknown, read: (fields: Fields) => Row): Row[] | undefined {
  if (!Array.isArray(value) || value.length > ROWS_MAX || !value.every(isFields)) return undefined
  const rows = value.map(read)
  return rows.every(isRow) ? rows : undefined
}

/** Aggregated trades by time, then by number from one of them on. */
async function binanceTrade(ask: AskRows, { trade, sourceAt }: NumberedTick): Promise<TradeAnswer | undefined> {
  for (const spanMs of SPANS_MS) {
    let rows = await ask(`startTime=${sourceAt - spanMs}&endTime=${sourceAt}&limit=${ROWS_MAX}`)
    let found: BinanceRow | undefined
    for (let page = 0; rows && page < PAGES_MAX; page++) {
      found = rows.find(({ first, last }) => first <= trade && trade <= last)
      const end = rows[ROWS_MAX - 1]
      if (found || end === undefined || end.last >= trade) break
      rows = await ask(`fromId=${end.aggregate + 1}&limit=${ROWS_MAX}`)
    }
    if (!rows) return undefined
    if (!found) continue
    const after = await ask(`fromId=${found.aggregate + 1}&limit=1`)
    return after && { found, next: after[0] }
  }
  return { found: undefined, next: undefined }
}

export function createExchanges({ send, bases }: ExchangesDeps): Exchanges {
  async function readJson(url: string): Promise<unknown> {
    const answer = await send({ url, method: 'GET', headers: {}, timeoutMs: ANSWER_WITHIN_MS })
    if (answer.kind !== 'answer' || answer.status !== 200) return undefined
    if (answer.body.length > ANSWER_MAX) return undefined
    try {
      return JSON.parse(answer.body)
    } catch {
      return undefined
    }
  }
  const askBinance =
    (instrument: string): AskRows =>
    async (query) =>
      readRows(
        await readJson(`${bases.binance}/aggTrades?symbol=${encodeURIComponent(instrument)}&${query}`),
        ({ a, f, l, p, T }) => ({
          aggregate: Number(a),
          first: Number(f),
          last: Number(l),
          price: String(p),
          at: Number(T),
        }),
      )
  /** Trades before a number, newest first. */
  async function okxTrade({ instrument, trade }: NumberedTick): Promise<TradeAnswer | undefined> {
    const query = `instId=${encodeURIComponent(instrument)}&type=1&after=${trade + 100}&limit=100`
    const answer = await readJson(`${bases.okx}/market/history-trades?${query}`)
    if (!isFields(answer) || answer.code !== '0') return undefined
    const rows = readRows(answer.data, ({ tradeId, px, ts }) => ({
      first: Number(tradeId),
      last: Number(tradeId),
      price: String(px),
      at: Number(ts),
    }))?.sort((a, b) => a.first - b.first)
    return rows && { found: rows.find(({ first }) => first === trade), next: rows.find(({ first }) => first > trade) }
  }
  return {
    tradeOf: (tick) => (tick.source === 'binance' ? binanceTrade(askBinance(tick.instrument), tick) : okxTrade(tick)),
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/shared/paths'

/** A recorded stream and what a test has to know of it. */
export interface Recording {
  file: string
  lines: string[]
  /** Whether it is of a trade, a ticker or a candle; told without our parsers. */
  isPriceLine(line: string): boolean
  priceLines: number
}

const SHARED = { binance: 'binance-futures.log', okx: 'okx-v5-public.log' }
const PRICES = { binance: /"e":"(aggTrade|24hrTicker|kline)"/, okx: /"channel":"(trades|tickers|candle\w+)".*"data":/ }

/** Made up, small, with every kind of line; always there. */
export const sampleFile = (name: string) => join(projectRoot(), 'server', 'test', 'feeds', name)

function open(kind: 'binance' | 'okx', file: string): Recording {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const isPriceLine = (line: string) => /^\d/.test(line) && PRICES[kind].test(line)
  return { file, lines, isPriceLine, priceLines: lines.filter(isPriceLine).length }
}

export const sampleOf = (kind: 'binance' | 'okx') => open(kind, sampleFile(`${kind}.sample.txt`))

/** The recording of a real stream next to the repository; if there is none, the sample. */
export function recordingOf(kind: 'binance' | 'okx'): Recording {
  const shared = join(projectRoot(), '..', 'shared', 'market-data', SHARED[kind])
  return existsSync(shared) ? open(kind, shared) : sampleOf(kind)
}

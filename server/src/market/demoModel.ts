import { DAY_MS } from '../shared/time'
/** How a simulated product moves. None of it knows of users or orders. */
export interface PriceModel {
  /** Where prices start and are gently pulled back to. */
  anchor: number
  /** Volatility of a year, 0.5 is 50 %. */
  volatility: number
  /** Mean milliseconds between two ticks. */
  tickEveryMs: number
  /** Mean size of a tick, in units of the product. */
  size: number
}

const DEFAULT_MODEL: PriceModel = { anchor: 100, volatility: 0.3, tickEveryMs: 800, size: 1 }

const MODELS: Record<string, PriceModel> = {
  BTCUSDT: { anchor: 68_412.5, volatility: 0.55, tickEveryMs: 450, size: 0.15 },
  ETHUSDT: { anchor: 3_540.6, volatility: 0.65, tickEveryMs: 500, size: 0.6 },
  SOLUSDT: { anchor: 172.35, volatility: 0.8, tickEveryMs: 600, size: 12 },
  BNBUSDT: { anchor: 598.4, volatility: 0.55, tickEveryMs: 700, size: 2 },
  XAUUSD: { anchor: 2_391.8, volatility: 0.16, tickEveryMs: 600, size: 0.1 },
  XAGUSD: { anchor: 30.215, volatility: 0.28, tickEveryMs: 800, size: 8 },
  WTI: { anchor: 81.27, volatility: 0.34, tickEveryMs: 700, size: 0.05 },
  BRENT: { anchor: 85.14, volatility: 0.32, tickEveryMs: 800, size: 0.05 },
  NGAS: { anchor: 2.867, volatility: 0.6, tickEveryMs: 900, size: 0.4 },
  HSI: { anchor: 18_207.1, volatility: 0.24, tickEveryMs: 700, size: 0.3 },
  NDX: { anchor: 19_664.7, volatility: 0.22, tickEveryMs: 700, size: 0.2 },
  N225: { anchor: 38_920.3, volatility: 0.22, tickEveryMs: 800, size: 0.3 },
  EURUSD: { anchor: 1.08425, volatility: 0.07, tickEveryMs: 600, size: 40 },
  USDJPY: { anchor: 151.237, volatility: 0.09, tickEveryMs: 600, size: 35 },
  GBPUSD: { anchor: 1.27318, volatility: 0.08, tickEveryMs: 650, size: 30 },
}

/** The model of a symbol; a product that an operator added gets a plain one around its last price. */
export const modelOf = (symbol: string, lastPrice?: number): PriceModel =>
  MODELS[symbol] ?? { ...DEFAULT_MODEL, anchor: lastPrice ?? DEFAULT_MODEL.anchor }

export const YEAR_MS = 365 * DAY_MS
/** Share of the distance to the anchor that is given back in a day. */
const PULL_PER_DAY = 0.15

/**
 * One step of the walk over `dtMs`; `shock` is standard normal, `regime` scales volatility for calm and busy hours. Without
 * logarithms, whose last digit differs from one machine to another.
 */
export function stepPrice(price: number, model: PriceModel, dtMs: number, shock: number, regime = 1): number {
  const pull = PULL_PER_DAY * (dtMs / DAY_MS) * (model.anchor / price - 1)
  return price * (1 + pull + model.volatility * regime * Math.sqrt(dtMs / YEAR_MS) * shock)
}

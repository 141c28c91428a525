import { CLOSED_RESULTS } from '../../../../contract/limits'
import type { Results, ResultsQuery } from '../../../../contract/results'
import type { Database } from '../../database/database'
import { timeZoneHere } from '../../database/timeZones'
import { present } from '../../shared/assert'
import type { Clock } from '../../shared/clock'
import { formatMoney } from '../../shared/money'
import type { Settings } from '../../shared/settings'
import { ORDER_STATUS } from '../../shared/stored'
import { breakEvenBp, hitRateOf } from './hitRate'
import { findCut, findPeriod, type ResultsRow, readResults } from './repository'

export interface ResultsDeps {
  clock: Clock
  database: Database
  config: Pick<Settings, 'currency'>
}

const sumsOf = (row: ResultsRow, money: (amount: bigint) => string) => ({
  orders: Number(row.orders),
  won: Number(row.won),
  lost: Number(row.lost),
  tie: Number(row.tie),
  void: Number(row.void),
  staked: money(row.staked),
  net: money(row.net),
  breakEvenBp: breakEvenBp({ stakes: row.bet_stakes, payouts: row.bet_payouts }),
})

const atMs = (ms: bigint) => new Date(Number(ms)).toISOString()

/** The rows of the statement as they go over the wire. */
function figuresOf(rows: readonly ResultsRow[], rated: boolean, money: (amount: bigint) => string) {
  const of = (part: ResultsRow['part']) =>
    rows.flatMap((row) => (row.part === part ? [{ ...row, key: row.key ?? '' }] : []))
  const total = present(of('total')[0], 'a sum over nothing has a row, too')
  const days = of('day').sort((one, other) => (one.key < other.key ? -1 : 1))
  const best = days.reduce<ResultsRow | undefined>((top, day) => (top && top.net >= day.net ? top : day), undefined)
  const byTurnover = (one: ResultsRow, other: ResultsRow) => Number(other.orders - one.orders)
  const byKey = (one: { key: string }, other: { key: string }) => Number(one.key) - Number(other.key)
  const bets = {
    won: Number(total.won),
    lost: Number(total.lost),
    stakes: total.bet_stakes,
    payouts: total.bet_payouts,
  }
  const byNumber = (one: ResultsRow, other: ResultsRow) => Number(one.orders - other.orders)
  return {
    total: sumsOf(total, money),
    bestDay: best ? { day: present(best.key, 'a day names itself'), net: money(best.net) } : null,
    largestFall: money(total.largest_fall),
    hitRate: rated ? hitRateOf(bets) : null,
    curve: of('point')
      .sort(byNumber)
      .map((row) => ({ at: atMs(BigInt(row.key)), orders: Number(row.orders), net: money(row.net) })),
    newest: of('order')
      .sort(byNumber)
      .map((row) => ({
        id: row.key,
        result: present(
          CLOSED_RESULTS.find((name) => row[name] > 0n),
          'it has closed',
        ),
      })),
    days: days.map((row) => ({ day: row.key, ...sumsOf(row, money) })),
    products: of('product')
      .sort(byTurnover)
      .map((row) => ({ symbol: row.key, ...sumsOf(row, money) })),
    durations: of('duration')
      .sort(byKey)
      .map((row) => ({ durationSeconds: Number(row.key), ...sumsOf(row, money) })),
    hours: of('hour')
      .sort(byKey)
      .map((row) => ({ hour: Number(row.key), ...sumsOf(row, money) })),
  }
}

export type ResultsService = ReturnType<typeof createResultsService>

/** A user's own results over a period (PRODUCT.md 10.14). */
export function createResultsService({ clock, database, config }: ResultsDeps) {
  const money = (amount: bigint) => formatMoney(amount, config.currency.scale)

  return {
    /** Unknown products and durations have no orders. */
    async read(
      userId: bigint,
      { period, timeZone: name, symbol, durationSeconds, result }: ResultsQuery,
    ): Promise<Results> {
      const timeZone = await timeZoneHere(database, name)
      const from = await findPeriod(database, timeZone, period === 'all' ? null : Number(period), clock.now())
      const fromMs = from && BigInt(from.getTime())
      const [rows, cut] = await Promise.all([
        readResults(database, userId, {
          timeZone,
          fromMs,
          symbol: symbol ?? null,
          durationSeconds: durationSeconds === undefined ? null : Number(durationSeconds),
          status: result === undefined ? null : ORDER_STATUS[result],
        }),
        findCut(database, userId, fromMs),
      ])
      return {
        from: from?.toISOString() ?? null,
        countedFrom: cut === undefined ? null : atMs(cut),
        ...figuresOf(rows, result === undefined, money),
      }
    },
  }
}

import type { FavouriteChange, Favourites } from '../../../../contract/favourites'
import { FAVOURITES_MAX } from '../../../../contract/limits'
import type { Database } from '../../database/database'
import type { Market } from '../../market/market'
import type { Clock } from '../../shared/clock'
import { notifyUser } from '../../users/userEvents'
import * as repository from './repository'

export interface FavouritesDeps {
  database: Database
  clock: Clock
  market: Pick<Market, 'productBySymbol'>
}

interface Mark {
  marked: boolean
  at: number
  position: bigint
}

/** The marks after `changes`: only newer changes and known products count, up to the limit. */
function fold(marks: Map<string, Mark>, changes: readonly FavouriteChange[], nowMs: number): Set<string> {
  const changed = new Set<string>()
  let count = [...marks.values()].filter((mark) => mark.marked).length
  let next = [...marks.values()].reduce((last, { position }) => (position > last ? position : last), 0n) + 1n
  for (const { symbol, marked, at: toldAt } of changes) {
    // A device whose clock is ahead must not block later changes.
    const at = Math.min(toldAt, nowMs)
    const known = marks.get(symbol)
    if (known && (known.at > at || (known.at === at && known.marked === marked))) continue
    const isNew = marked && known?.marked !== true
    if (isNew && count >= FAVOURITES_MAX) continue
    if (isNew) count += 1
    if (!marked && known?.marked === true) count -= 1
    marks.set(symbol, { marked, at, position: isNew || !known ? next++ : known.position })
    changed.add(symbol)
  }
  return changed
}

const listOf = (marks: ReadonlyMap<string, Mark>): Favourites => ({
  symbols: [...marks]
    .filter(([, mark]) => mark.marked)
    .sort(([, left], [, right]) => (left.position < right.position ? -1 : 1))
    .map(([symbol]) => symbol),
})

/** Products that a user marked, on any device (contract/favourites.ts). */
export type FavouritesService = ReturnType<typeof createFavouritesService>

export function createFavouritesService(deps: FavouritesDeps) {
  const { database, clock, market } = deps
  const load = async (source: Parameters<typeof repository.readFavourites>[0], userId: bigint) =>
    new Map(
      (await repository.readFavourites(source, userId)).map((row) => [
        row.symbol,
        { marked: row.marked, at: Number(row.changed_at_ms), position: row.position },
      ]),
    )
  return {
    get: async (userId: bigint): Promise<Favourites> => listOf(await load(database, userId)),
    /** Applies changes that are newer than the stored marks; returns the resulting list. */
    change: (userId: bigint, changes: readonly FavouriteChange[]): Promise<Favourites> =>
      database.withTransaction(async (tx) => {
        await repository.lockUser(tx, userId)
        const marks = await load(tx, userId)
        const known = changes.filter(({ symbol }) => market.productBySymbol(symbol) !== undefined)
        const changed = fold(marks, known, clock.now())
        const rows = [...changed].flatMap((symbol) => {
          const mark = marks.get(symbol)
          return mark ? [{ symbol, ...mark }] : []
        })
        if (rows.length > 0) {
          await repository.writeFavourites(tx, userId, rows)
          await notifyUser(tx, userId, ['favourites'])
        }
        return listOf(marks)
      }),
  }
}

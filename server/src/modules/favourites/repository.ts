import type { FavouriteChange } from '../../../../contract/favourites'
import type { Queryable, Tx } from '../../database/database'

export interface FavouriteRow {
  symbol: string
  marked: boolean
  changed_at_ms: bigint
  position: bigint
}

/** A user's changes run one at a time, so that none is lost and the limit holds. */
export async function lockUser(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('select 1 from app_user where id = $1 for no key update', [userId])
}

/** Every product that the user ever marked, in the order of the list. */
export function readFavourites(database: Queryable, userId: bigint): Promise<FavouriteRow[]> {
  return database.query<FavouriteRow>(
    `select product.symbol, favourite.marked, favourite.changed_at_ms, favourite.position
       from favourite join product on product.id = favourite.product_id
      where favourite.user_id = $1 order by favourite.position, product.id`,
    [userId],
  )
}

export async function writeFavourites(
  tx: Tx,
  userId: bigint,
  changes: readonly (FavouriteChange & { position: bigint })[],
): Promise<void> {
  await tx.query(
    `insert into favourite (user_id, product_id, marked, changed_at_ms, position)
       select $1, product.id, change.marked, change.at, change.position
         from unnest($2::text[], $3::boolean[], $4::bigint[], $5::bigint[]) as change (symbol, marked, at, position)
         join product on product.symbol = change.symbol
     on conflict (user_id, product_id) do update
       set marked = excluded.marked, changed_at_ms = excluded.changed_at_ms, position = excluded.position`,
    [
      userId,
      changes.map((change) => change.symbol),
      changes.map((change) => change.marked),
      changes.map((change) => change.at),
      changes.map((change) => change.position),
    ],
  )
}

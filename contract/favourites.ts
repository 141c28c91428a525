import Type from 'typebox'
import { closed, EpochMs, type Infer, ProductSymbol } from './common'
import { FAVOURITES_MAX } from './limits'

/** GET /favourites, and the answer to a change: products in the order in which they were marked. */
export const Favourites = closed({ symbols: Type.Array(ProductSymbol, { maxItems: FAVOURITES_MAX }) })
export type Favourites = Infer<typeof Favourites>

/** A mark set or removed, and when the user did so; of two changes to a product the later one wins. */
export const FavouriteChange = closed({ symbol: ProductSymbol, marked: Type.Boolean(), at: EpochMs })
export type FavouriteChange = Infer<typeof FavouriteChange>

/**
 * PUT /favourites: changes made on a device, in order, sent once there is a network; sending them again changes
 * nothing. Unknown products, and marks beyond FAVOURITES_MAX, are left out: the answer is the resulting list.
 */
export const FavouriteChanges = closed({ changes: Type.Array(FavouriteChange, { minItems: 1, maxItems: 500 }) })
export type FavouriteChanges = Infer<typeof FavouriteChanges>

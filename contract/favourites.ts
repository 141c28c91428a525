import Type from 'typebox'
import { closed, EpochMs, type Infer, ProductSymbol } from './common'
import { FAVOURITES_MAX } from './limits'

/** GET /favourites, and the answer to a change: products in the order in which they were marked. */
export const Favourites = closed({ symbols: Type.Array(ProductSymbol, { maxItems: FAVOURITES_MAX }) })
export type Favourites = Infer<typeof Favourites>

/** A mark set or taken back, and when the user did so; of two changes to a product the later one holds. */
export const FavouriteChange = closed({ symbol: ProductSymbol, marked: Type.Boolean(), at: EpochMs })
export type FavouriteChange = Infer<typeof FavouriteChange>

/**
 * PUT /favourites: what was changed on a device, in order, whenever it gets through; sending it again changes nothing.
 * Unknown products, and marks beyond FAVOURITES_MAX, are left out: the answer says what holds.
 */
export const FavouriteChanges = closed({ changes: Type.Array(FavouriteChange, { minItems: 1, maxItems: 500 }) })
export type FavouriteChanges = Infer<typeof FavouriteChanges>

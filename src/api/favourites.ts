import type { FavouriteChange } from '../../contract/favourites'
import type { Http } from './http'

export type FavouritesApi = ReturnType<typeof createFavouritesApi>

export const createFavouritesApi = (http: Http) => ({
  get: () => http.call('getFavourites'),
  /** Sending the same changes again changes nothing; the answer says what holds. */
  change: (changes: FavouriteChange[]) => http.call('changeFavourites', { body: { changes } }),
})

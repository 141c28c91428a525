import type { FavouriteChange, Favourites } from '../../contract/favourites'
import type { ApiResult, Http } from './http'

export interface FavouritesApi {
  get(): Promise<ApiResult<Favourites>>
  /** Sending the same changes again changes nothing; the answer says what holds. */
  change(changes: readonly FavouriteChange[]): Promise<ApiResult<Favourites>>
}

export function createFavouritesApi(http: Http): FavouritesApi {
  return {
    get: () => http.call('getFavourites'),
    change: (changes) => http.call('changeFavourites', { body: { changes } }),
  }
}

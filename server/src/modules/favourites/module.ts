import type { Module } from '../module'
import { favouritesPersonalData } from './personalData'
import { favouriteRoutes } from './routes'
import { createFavouritesService, type FavouritesDeps } from './service'

export function createFavouritesModule(deps: FavouritesDeps) {
  const favourites = createFavouritesService(deps)
  return {
    service: favourites,
    routes: (api) => favouriteRoutes(api, { favourites }),
    personalData: favouritesPersonalData(deps),
  } satisfies Module & { service: unknown }
}

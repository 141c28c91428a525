import { type App, endpoint, userOf } from '../../shared/http'
import type { FavouritesService } from './service'

/** Favourites of contract/favourites.ts. */
export function favouriteRoutes(app: App, deps: { favourites: FavouritesService }) {
  const { favourites } = deps

  app.route({
    ...endpoint('getFavourites'),
    handler: async (request) => favourites.get(userOf(request).id),
  })

  app.route({
    ...endpoint('changeFavourites'),
    handler: async (request) => favourites.change(userOf(request).id, request.body.changes),
  })
}

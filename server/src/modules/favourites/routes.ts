import { FavouriteChanges, Favourites } from '../../../../contract/favourites'
import { type App, endpoint, responses, userOf } from '../../shared/http'
import type { FavouritesService } from './service'

/** Favourites of contract/favourites.ts. */
export function favouriteRoutes(app: App, deps: { favourites: FavouritesService }) {
  const { favourites } = deps

  app.route({
    ...endpoint('getFavourites'),
    schema: { response: responses({ 200: Favourites }) },
    handler: async (request) => favourites.get(userOf(request).id),
  })

  app.route({
    ...endpoint('changeFavourites'),
    schema: { body: FavouriteChanges, response: responses({ 200: Favourites }) },
    handler: async (request) => favourites.change(userOf(request).id, request.body.changes),
  })
}

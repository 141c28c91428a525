import { type App, route } from '../../shared/http'
import type { FavouritesService } from './service'

/** Favourites of contract/favourites.ts. */
export function favouriteRoutes(app: App, deps: { favourites: FavouritesService }) {
  const { favourites } = deps
  route(app, 'getFavourites', async ({ user }) => favourites.get(user.id))
  route(app, 'changeFavourites', async ({ user, body }) => favourites.change(user.id, body.changes))
}

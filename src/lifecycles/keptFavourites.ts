import { reaction } from 'mobx'
import { readJson, writeJson } from '../platform/storage'
import { type FavouritesStore, parseFavourites, parseFavouritesSync } from '../stores/FavouritesStore'
import type { Lifecycle } from './lifecycle'

const KEY = 'favourites'
/** Whose they are, and what of them the server does not know yet. */
const SYNC_KEY = 'favouritesSync'
const VERSION = 1

/** Takes the favourites from the device, and writes them there whenever they change. */
export function startKeptFavourites(favourites: FavouritesStore): Lifecycle {
  favourites.restore(readJson(KEY, VERSION, parseFavourites) ?? [], readJson(SYNC_KEY, VERSION, parseFavouritesSync))
  const stops = [
    reaction(
      () => favourites.symbols,
      (symbols) => writeJson(KEY, VERSION, symbols),
    ),
    reaction(
      () => favourites.sync,
      (sync) => writeJson(SYNC_KEY, VERSION, sync),
    ),
  ]
  return {
    dispose() {
      for (const stop of stops) stop()
    },
  }
}

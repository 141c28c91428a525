import { reaction } from 'mobx'
import { readJson, readText, removeKey, watchKey, writeJson, writeText } from '../platform/storage'
import { type FavouritesStore, parseFavourites, parseFavouritesSync } from '../stores/FavouritesStore'
import { type PreferencesStore, parseLocale, parsePreferences } from '../stores/PreferencesStore'
import { parseSession, type SessionStore } from '../stores/SessionStore'
import type { Lifecycle } from './lifecycle'

export const SESSION_KEY = 'session'
export const PREFERENCES_KEY = 'preferences'
export const FAVOURITES_KEY = 'favourites'
/** Whose they are, and what of them the server does not know yet. */
export const FAVOURITES_SYNC_KEY = 'favouritesSync'
/** PRODUCT.md 3.3: the chosen language is kept under a language key. */
export const LANGUAGE_KEY = 'language'
const VERSION = 1

export interface KeptStores {
  session: SessionStore
  preferences: PreferencesStore
  favourites: FavouritesStore
}

/** Fills the stores from the device, before anything shows. */
export function restoreStores({ session, preferences, favourites }: KeptStores): void {
  session.restore(readJson(SESSION_KEY, VERSION, parseSession))
  preferences.restore(readJson(PREFERENCES_KEY, VERSION, parsePreferences))
  favourites.restore(
    readJson(FAVOURITES_KEY, VERSION, parseFavourites) ?? [],
    readJson(FAVOURITES_SYNC_KEY, VERSION, parseFavouritesSync),
  )
  const kept = readText(LANGUAGE_KEY)
  const locale = parseLocale(kept)
  if (locale) preferences.setLocale(locale)
  else if (kept !== undefined) removeKey(LANGUAGE_KEY)
}

/** Writes the stores to the device whenever they change, and follows what another tab of the browser writes. */
export function startPersistence({ session, preferences, favourites }: KeptStores): Lifecycle {
  const stops = [
    reaction(
      () => session.fields,
      (fields) => writeJson(SESSION_KEY, VERSION, fields),
    ),
    reaction(
      () => preferences.fields,
      (fields) => writeJson(PREFERENCES_KEY, VERSION, fields),
    ),
    reaction(
      () => favourites.symbols,
      (symbols) => writeJson(FAVOURITES_KEY, VERSION, symbols),
    ),
    reaction(
      () => favourites.sync,
      (sync) => writeJson(FAVOURITES_SYNC_KEY, VERSION, sync),
    ),
    reaction(
      () => preferences.locale,
      (locale) => writeText(LANGUAGE_KEY, locale),
    ),
    watchKey(SESSION_KEY, () => session.restore(readJson(SESSION_KEY, VERSION, parseSession))),
  ]
  return {
    dispose() {
      for (const stop of stops) stop()
    },
  }
}

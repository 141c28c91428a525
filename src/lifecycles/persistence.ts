import { reaction } from 'mobx'
import { changeLocale, currentLocale } from '../i18n'
import { readJson, readText, removeKey, watchKey, writeJson, writeText } from '../platform/storage'
import { type PreferencesStore, parseLocale, parsePreferences } from '../stores/PreferencesStore'
import { isLockDue } from '../stores/persistence/appLock'
import { parseSession, type SessionStore } from '../stores/SessionStore'
import type { Lifecycle } from './lifecycle'

export const SESSION_KEY = 'session'
export const PREFERENCES_KEY = 'preferences'
/** PRODUCT.md 3.3: the chosen language is kept under a language key. */
export const LANGUAGE_KEY = 'language'
const VERSION = 1

export interface KeptStores {
  session: SessionStore
  preferences: PreferencesStore
}

/** Fills the stores from the device, before anything shows. */
export function restoreStores({ session, preferences }: KeptStores): void {
  session.restore(readJson(SESSION_KEY, VERSION, parseSession))
  if (isLockDue(Date.now())) session.lock()
  preferences.restore(readJson(PREFERENCES_KEY, VERSION, parsePreferences))
  const kept = readText(LANGUAGE_KEY)
  const locale = parseLocale(kept)
  if (locale) preferences.setLocale(locale)
  else if (kept !== undefined) removeKey(LANGUAGE_KEY)
}

/** Writes the stores to the device whenever they change, and follows what another tab of the browser writes. */
export function startPersistence({ session, preferences }: KeptStores): Lifecycle {
  let isFollowing = false
  const followPreferences = () => {
    isFollowing = true
    preferences.follow(readJson(PREFERENCES_KEY, VERSION, parsePreferences))
    isFollowing = false
  }
  /** Only once its texts are here: a tab that cannot load them must not take the choice back for the others. */
  const followLanguage = async () => {
    const locale = parseLocale(readText(LANGUAGE_KEY))
    if (locale && (await changeLocale(locale))) preferences.setLocale(currentLocale())
  }
  const stops = [
    reaction(
      () => session.fields,
      (fields) => writeJson(SESSION_KEY, VERSION, fields),
    ),
    reaction(
      () => preferences.fields,
      // The other tab has written what is followed, with its own chart.
      (fields) => isFollowing || writeJson(PREFERENCES_KEY, VERSION, fields),
    ),
    reaction(
      () => preferences.locale,
      (locale) => writeText(LANGUAGE_KEY, locale),
    ),
    watchKey(SESSION_KEY, () => session.restore(readJson(SESSION_KEY, VERSION, parseSession))),
    watchKey(PREFERENCES_KEY, followPreferences),
    watchKey(LANGUAGE_KEY, () => void followLanguage()),
  ]
  return {
    dispose() {
      for (const stop of stops) stop()
    },
  }
}

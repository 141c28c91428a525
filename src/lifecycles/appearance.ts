import { autorun, reaction } from 'mobx'
import { changeLocale, currentLocale, translate } from '../i18n'
import { applyAppearance, onColorSchemeChange, systemColorScheme } from '../platform/system'
import { setTabLabels } from '../platform/tabs'
import { TAB_ROUTES } from '../routes'
import type { PreferencesStore } from '../stores/PreferencesStore'
import type { Lifecycle } from './lifecycle'

/** Keeps the language, the theme and the tab bar as the user chose them. */
export function startAppearance(preferences: PreferencesStore): Lifecycle {
  preferences.setSystemScheme(systemColorScheme())
  const stops = [
    onColorSchemeChange((scheme) => preferences.setSystemScheme(scheme)),
    autorun(() =>
      applyAppearance({
        scheme: preferences.scheme,
        redUp: preferences.upColor === 'red',
        language: preferences.locale,
      }),
    ),
    reaction(
      () => preferences.locale,
      (locale) => followLocale(preferences, locale),
    ),
  ]
  labelTabs()
  return {
    dispose() {
      for (const stop of stops) stop()
    },
  }
}

/** A language whose texts cannot be loaded is not chosen. */
async function followLocale(preferences: PreferencesStore, locale: PreferencesStore['locale']): Promise<void> {
  if (await changeLocale(locale)) labelTabs()
  else preferences.setLocale(currentLocale())
}

function labelTabs(): void {
  setTabLabels(TAB_ROUTES.map(({ tab }) => translate(tab.key)))
}

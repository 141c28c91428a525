import type { Locale } from '../../contract/locales'
import { LANGUAGES } from './languages'

/** Some Android runtimes of WeChat have no `Intl`, which i18next asks for the plural form. */
export function pluralForm(locale: string, count: number): 'one' | 'other' {
  return LANGUAGES[locale as Locale]?.plural(count) ?? 'other'
}

class PlainPluralRules {
  constructor(private readonly locale: string) {}

  select(count: number): string {
    return pluralForm(this.locale, count)
  }

  resolvedOptions() {
    return { pluralCategories: pluralForm(this.locale, 1) === 'one' ? ['one', 'other'] : ['other'] }
  }
}

/** Gives the runtime the one part of `Intl` that i18next needs, if it is missing. */
export function ensurePluralRules(): void {
  const scope = globalThis as { Intl?: { PluralRules?: unknown } }
  if (!scope.Intl) scope.Intl = {}
  if (!scope.Intl.PluralRules) scope.Intl.PluralRules = PlainPluralRules
}

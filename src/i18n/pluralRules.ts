/**
 * Some Android runtimes of WeChat have no `Intl`, which i18next asks for the plural form. Of our ten languages only
 * English, German and French tell one from many; French counts zero as one.
 */
export function pluralForm(locale: string, count: number): 'one' | 'other' {
  const language = locale.split('-')[0]
  if (language === 'fr') return Math.abs(count) < 2 ? 'one' : 'other'
  if (language === 'en' || language === 'de') return count === 1 ? 'one' : 'other'
  return 'other'
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

/** Gives the runtime the one part of `Intl` that i18next needs, where it is missing. */
export function ensurePluralRules(): void {
  const scope = globalThis as { Intl?: { PluralRules?: unknown } }
  if (!scope.Intl) scope.Intl = {}
  if (!scope.Intl.PluralRules) scope.Intl.PluralRules = PlainPluralRules
}

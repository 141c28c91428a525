import type { Locale } from '../../contract/locales'

type Rule = (count: number) => 'one' | 'other'

const never: Rule = () => 'other'
const exactlyOne: Rule = (count) => (count === 1 ? 'one' : 'other')

/** Which languages tell one from many (Unicode CLDR); French counts zero as one. */
const RULES: Record<Locale, Rule> = {
  'zh-CN': never,
  'zh-TW': never,
  'en-US': exactlyOne,
  'ja-JP': never,
  'th-TH': never,
  'vi-VN': never,
  'id-ID': never,
  'ko-KR': never,
  'fr-FR': (count) => (Math.abs(count) < 2 ? 'one' : 'other'),
  'de-DE': exactlyOne,
}

/** Some Android runtimes of WeChat have no `Intl`, which i18next asks for the plural form. */
export function pluralForm(locale: string, count: number): 'one' | 'other' {
  return (RULES[locale as Locale] ?? never)(count)
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

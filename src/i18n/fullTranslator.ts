import i18next from 'i18next'
import type { Locale } from '../../contract/locales'
import type { Translate } from './earlyTranslator'
import type { Messages } from './loadMessages'
import { lacksText, lacksValue } from './missing'
import { ensurePluralRules } from './pluralRules'

let started: Promise<unknown> | undefined

function start(): Promise<unknown> {
  ensurePluralRules()
  return i18next.init({
    fallbackLng: false,
    resources: {},
    keySeparator: '.',
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnNull: false,
    parseMissingKeyHandler: lacksText,
    missingInterpolationHandler: (text: string, [, name]: [string, string]) => lacksValue(text, name),
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0])
}

/** Translates all texts of a language. */
export async function fullTranslator(locale: Locale, messages: Messages): Promise<Translate> {
  started ??= start()
  await started
  i18next.addResourceBundle(locale, 'translation', messages, true, true)
  return i18next.getFixedT(locale) as unknown as Translate
}

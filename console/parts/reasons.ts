import { useQuery } from '@tanstack/react-query'
import type { FailureReason } from '../../contract/deposits'
import type { Locale } from '../../contract/locales'
import { type OperatorReason, readOperatorReason } from '../../contract/operatorReasons'
import type { ReasonItem } from '../../contract/reasons'
import de from '../../src/i18n/locales/de-DE/operator.json'
import en from '../../src/i18n/locales/en-US/operator.json'
import fr from '../../src/i18n/locales/fr-FR/operator.json'
import id from '../../src/i18n/locales/id-ID/operator.json'
import ja from '../../src/i18n/locales/ja-JP/operator.json'
import ko from '../../src/i18n/locales/ko-KR/operator.json'
import th from '../../src/i18n/locales/th-TH/operator.json'
import vi from '../../src/i18n/locales/vi-VN/operator.json'
import zhCN from '../../src/i18n/locales/zh-CN/operator.json'
import zhTW from '../../src/i18n/locales/zh-TW/operator.json'
import { call } from '../api'
import { useSession } from '../session'
import { t } from '../texts'

/** The text that the app ships with. */
const SHIPPED: Record<Locale, { operator: { reason: Record<OperatorReason, string> } }> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': en,
  'ja-JP': ja,
  'th-TH': th,
  'vi-VN': vi,
  'id-ID': id,
  'ko-KR': ko,
  'fr-FR': fr,
  'de-DE': de,
}

export const wordsIn = ({ code, texts }: Pick<ReasonItem, 'code' | 'texts'>, locale: Locale): string =>
  texts.find((text) => text.locale === locale)?.text ?? SHIPPED[locale].operator.reason[code as OperatorReason] ?? code

/** The reasons that staff choose from, and how a decision that names one reads in the language of the page. */
export function useReasons() {
  const { language } = useSession()
  const locale: Locale = language === 'en' ? 'en-US' : 'zh-CN'
  const list = useQuery({ queryKey: ['reasons'], queryFn: () => call('listReasons', {}) })
  const items = list.data?.items ?? []
  const label = (item: Pick<ReasonItem, 'code' | 'texts'>) => wordsIn(item, locale)
  /** A reason and its note in words; the name of the reason if its words have changed since. */
  function read(text: string): string {
    const { code, key, note } = readOperatorReason(text)
    const named = items.find((item) => item.key === (key ?? code))
    const words = named ? label(named) : (key ?? (code && label({ code, texts: [] })))
    return [words, note].filter(Boolean).join(' ')
  }
  /** Why a deposit or withdrawal ended badly; null if it did not. */
  const readFailure = (reason: FailureReason | null): string | null =>
    reason && [t(`failure/${reason.code}`), reason.note && read(reason.note)].filter(Boolean).join(' ')
  return { items, asked: list, label, read, readFailure }
}

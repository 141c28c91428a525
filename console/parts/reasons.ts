import { useQuery } from '@tanstack/react-query'
import type { FailureReason } from '../../contract/deposits'
import type { Locale } from '../../contract/locales'
import { type OperatorReason, readOperatorReason } from '../../contract/operatorReasons'
import type { ReasonItem } from '../../contract/reasons'
import { operator as de } from '../../src/i18n/locales/de-DE.json'
import { operator as en } from '../../src/i18n/locales/en-US.json'
import { operator as fr } from '../../src/i18n/locales/fr-FR.json'
import { operator as id } from '../../src/i18n/locales/id-ID.json'
import { operator as ja } from '../../src/i18n/locales/ja-JP.json'
import { operator as ko } from '../../src/i18n/locales/ko-KR.json'
import { operator as th } from '../../src/i18n/locales/th-TH.json'
import { operator as vi } from '../../src/i18n/locales/vi-VN.json'
import { operator as zhCN } from '../../src/i18n/locales/zh-CN.json'
import { operator as zhTW } from '../../src/i18n/locales/zh-TW.json'
import { call } from '../api'
import { useSession } from '../session'
import { t } from '../texts'

/** The text that the app ships with. */
const SHIPPED: Record<Locale, { reason: Record<OperatorReason, string> }> = {
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
  texts.find((text) => text.locale === locale)?.text ?? SHIPPED[locale].reason[code as OperatorReason] ?? code

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

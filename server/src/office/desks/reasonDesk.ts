import { LOCALES } from '../../../../contract/locales'
import type { ReasonItem, ReasonList, ReasonVersion } from '../../../../contract/reasons'
import { keyOf, type Reason } from '../../modules/support/reasonService'
import type { ConsoleDeps } from '../action'

const textsOf = ({ texts }: Reason) =>
  LOCALES.flatMap((locale) => {
    const text = texts[locale]
    return text === undefined ? [] : [{ locale, text }]
  })

const toItem = (reason: Reason): ReasonItem => ({
  what: reason.what,
  code: reason.code,
  key: keyOf(reason),
  offered: reason.offered,
  texts: textsOf(reason),
  changed: reason.made_at && { by: reason.made_by ?? '', at: reason.made_at.toISOString() },
})

const toVersion = (reason: Reason): ReasonVersion => ({
  key: keyOf(reason),
  offered: reason.offered,
  texts: textsOf(reason),
  by: reason.made_by ?? '',
  at: reason.made_at?.toISOString() ?? '',
})

/** The reasons that staff choose from and content editors write: PRODUCT.md 20.15. */
export function createReasonDesk({ support }: ConsoleDeps) {
  return {
    list: async (): Promise<ReasonList> => ({ items: (await support.reasons.list()).map(toItem) }),
    history: async (code: string) => ({ items: (await support.reasons.history(code)).map(toVersion) }),
  }
}

import { withoutTurns } from './plainText'

/**
 * Why an operator refused or stopped something for a user: one of a list, which each user reads in their own language,
 * sometimes followed by the operator's own words. Stored and sent as one text: "photo_unclear", or "photo_unclear: the
 * lower edge is cut". If staff have reworded or added a reason, a version follows its code, "photo_unclear@2", and
 * its words are fetched (`getReason`), so that a decision keeps the words it was made with.
 */
export const OPERATOR_REASONS = {
  verification: [
    'photo_unclear',
    'photo_incomplete',
    'photo_edited',
    'name_differs',
    'number_differs',
    'document_expired',
    'document_unsupported',
    'under_age',
    'other',
  ],
  deposit: ['payment_not_found', 'amount_differs', 'payer_differs', 'proof_unreadable', 'other'],
  freeze: [
    'sign_in_suspicious',
    'identity_check',
    'payment_disputed',
    'terms_breached',
    'authority_order',
    'own_wish',
    'other',
  ],
  withdrawal: ['account_details_wrong', 'account_holder_differs', 'payment_returned', 'security_check', 'other'],
} as const

export type ReasonKind = keyof typeof OPERATOR_REASONS
export type OperatorReason = (typeof OPERATOR_REASONS)[keyof typeof OPERATOR_REASONS][number]

const KNOWN: ReadonlySet<string> = new Set(Object.values(OPERATOR_REASONS).flat())

/** How a decision names a reason: its code, and the version of its words if they are staff's own. */
export const REASON_KEY = '^[a-z][a-z_]{1,31}(@[1-9]\\d{0,5})?$'

/** The one text that is stored. */
export const operatorReasonOf = (key: string, note?: string): string => (note === undefined ? key : `${key}: ${note}`)

interface ReadReason {
  /** Set for a reason that the app has words for. */
  code?: OperatorReason
  /** Set if staff wrote the words: the key by which to fetch them. */
  key?: string
  note?: string
}

/** The parts of a stored text; a text that starts with no reason is a note as a whole. */
export function readOperatorReason(stored: string): ReadReason {
  const text = withoutTurns(stored)
  const [, code = '', version, note] = /^([a-z_]+)(@\d+)?(?:: (.+))?$/s.exec(text) ?? []
  const isKnown = KNOWN.has(code)
  if (!isKnown && version === undefined) return text === '' ? {} : { note: text }
  return {
    ...(isKnown && { code: code as OperatorReason }),
    ...(version !== undefined && { key: code + version }),
    ...(note !== undefined && { note }),
  }
}

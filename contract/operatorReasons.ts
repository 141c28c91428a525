/**
 * Why an operator did not approve something, or stopped something for a user: one of a list, so that each user reads it in their own language, and
 * sometimes words of the operator's own behind it. Stored and sent as one text: "photo_unclear", or
 * "photo_unclear: the lower edge is cut". Where staff have written its words anew, or added it, a version stands behind its
 * code, "photo_unclear@2", and the words are asked for (`getReason`), so that a decision keeps those that it was taken with.
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

/** How a decision names a reason: its code, and the version of its words where they are staff's own. */
export const REASON_KEY = '^[a-z][a-z_]{1,31}(@[1-9]\\d{0,5})?$'

/** The one text that is stored. */
export const operatorReasonOf = (key: string, note?: string): string => (note === undefined ? key : `${key}: ${note}`)

interface ReadReason {
  /** Of those that the app has words for. */
  code?: OperatorReason
  /** Where its words are staff's own: what they are asked for by. */
  key?: string
  note?: string
}

/** The parts of a stored text; a text that begins with no reason is a note as a whole. */
export function readOperatorReason(text: string): ReadReason {
  const [, code = '', version, note] = /^([a-z_]+)(@\d+)?(?:: (.+))?$/s.exec(text) ?? []
  const isKnown = KNOWN.has(code)
  if (!isKnown && version === undefined) return text === '' ? {} : { note: text }
  return {
    ...(isKnown && { code: code as OperatorReason }),
    ...(version !== undefined && { key: code + version }),
    ...(note !== undefined && { note }),
  }
}

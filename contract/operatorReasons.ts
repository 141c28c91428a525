/**
 * Why an operator did not approve something, or stopped something for a user: one of a list, so that each user reads it in their own language, and
 * sometimes words of the operator's own behind it. Stored and sent as one text, "photo_unclear" or
 * "photo_unclear: the lower edge is cut".
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

export type OperatorReason = (typeof OPERATOR_REASONS)[keyof typeof OPERATOR_REASONS][number]

const KNOWN: ReadonlySet<string> = new Set(Object.values(OPERATOR_REASONS).flat())

/** The one text that is stored. */
export const operatorReasonOf = (code: OperatorReason, note?: string): string =>
  note === undefined ? code : `${code}: ${note}`

/** The parts of a stored text; a text that begins with no known reason is a note as a whole. */
export function readOperatorReason(text: string): { code?: OperatorReason; note?: string } {
  const [, code = '', note] = /^([a-z_]+)(?:: (.+))?$/s.exec(text) ?? []
  if (!KNOWN.has(code)) return text === '' ? {} : { note: text }
  return { code: code as OperatorReason, ...(note === undefined ? {} : { note }) }
}

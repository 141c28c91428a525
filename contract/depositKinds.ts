/**
 * The kinds of deposit channel, with the icon that the client shows if the operator gives none a name: at once with
 * demo funds, by bank, by currency address, or through a paying service. What each does: server/src/modules/deposits/kinds.ts.
 */
export const DEPOSIT_KINDS = {
  demo: { icon: 'plus' },
  bank: { icon: 'card' },
  currency: { icon: 'swap' },
  gateway: { icon: 'swap' },
} as const

export type DepositKind = keyof typeof DEPOSIT_KINDS

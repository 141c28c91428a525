/** Numbers of server/sql/constants.sql. They are stored, so they never change. */
export const ACCOUNT_KIND = {
  available: 1,
  inOrders: 2,
  inWithdrawal: 3,
  savingsPending: 4,
  savingsConfirmed: 5,
  funding: 100,
  trading: 101,
  savingsInterest: 102,
  fees: 103,
} as const
export type AccountKind = keyof typeof ACCOUNT_KIND

export const USER_ACCOUNT_KINDS = [
  'available',
  'inOrders',
  'inWithdrawal',
  'savingsPending',
  'savingsConfirmed',
] as const satisfies readonly AccountKind[]

export const TRANSFER_KIND = {
  demoGrant: 1,
  orderPlaced: 10,
  orderSettled: 11,
  orderVoided: 12,
  depositCredited: 20,
  withdrawalRequested: 30,
  withdrawalPaid: 31,
  withdrawalReturned: 32,
  savingsDeposited: 40,
  savingsConfirmed: 41,
  savingsTransferredOut: 42,
  savingsEarned: 43,
  accountClosed: 50,
} as const
export type TransferKind = keyof typeof TRANSFER_KIND

/**
 * The staff console's part of the contract that exists at run time in its web app: roles, permissions, actions, the
 * endpoint table and the codes of refusals. Paths are relative to `/console-api` on the console's own listener; nothing
 * here is reached by a user's token. Schemas are in consoleSchemas.ts.
 */

import type { ReasonKind } from './operatorReasons'

export const STAFF_ROLES = ['support', 'verifier', 'cashier', 'content', 'market', 'auditor', 'administrator'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/**
 * Permissions: the fewest possible for each role. An action is proposed and agreed to by people with its permission.
 */
export const PERMISSIONS = {
  'staff.read': ['administrator', 'auditor'],
  'staff.manage': ['administrator'],
  'verifications.decide': ['verifier'],
  'deposits.decide': ['cashier'],
  'withdrawals.decide': ['cashier'],
  'users.read': ['support', 'auditor'],
  'users.help': ['support'],
  'products.read': ['market', 'auditor', 'administrator'],
  'products.manage': ['market', 'administrator'],
  'content.edit': ['content', 'administrator'],
  'audit.read': ['auditor', 'administrator'],
} as const satisfies Record<string, readonly StaffRole[]>
export type Permission = keyof typeof PERMISSIONS

export const permissionsOf = (roles: readonly StaffRole[]): Permission[] =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((permission) =>
    (PERMISSIONS[permission] as readonly StaffRole[]).some((role) => roles.includes(role)),
  )

export interface StaffAction {
  permission: Permission
  /** The queue whose item, which its parameters name, has to be claimed by the person who asks for it. */
  queue?: Queue
  /** The user is told a reason of this list: the parameters `told` and `note`. */
  tells?: ReasonKind
  /** It moves money, as much as its parameter `amount` says: `FOUR_EYES_ALONE` can give it a sum per person and day. */
  money?: true
  /** `always_two`: `FOUR_EYES_ALONE` cannot name it. `two_if_typed`: a name without an account needs a second one. */
  people?: 'always_two' | 'two_if_typed'
}

/**
 * Everything that staff can change. None names an order, its price or its time: the outcome of an order is nobody's to
 * change (PRODUCT.md 20), and a test walks this table to prove it.
 */
export const STAFF_ACTIONS = {
  'verifications.approve': { permission: 'verifications.decide', queue: 'verifications' },
  'verifications.reject': { permission: 'verifications.decide', queue: 'verifications', tells: 'verification' },
  'deposits.approve': { permission: 'deposits.decide', queue: 'deposits', money: true },
  'deposits.reject': { permission: 'deposits.decide', queue: 'deposits', tells: 'deposit' },
  'bank-files.describe': { permission: 'deposits.decide', people: 'always_two' },
  'bank-files.remove': { permission: 'deposits.decide', people: 'always_two' },
  'statement-lines.set-aside': { permission: 'deposits.decide' },
  'statement-lines.reopen': { permission: 'deposits.decide', people: 'always_two' },
  'withdrawals.pick-up': { permission: 'withdrawals.decide', queue: 'withdrawals', money: true },
  'withdrawals.hand-back': { permission: 'withdrawals.decide' },
  'withdrawals.approve': { permission: 'withdrawals.decide', queue: 'withdrawals', money: true },
  'withdrawals.reject': { permission: 'withdrawals.decide', queue: 'withdrawals', tells: 'withdrawal' },
  'payout-accounts.reopen': { permission: 'users.help' },
  'payout-accounts.accept-name': { permission: 'verifications.decide', people: 'always_two' },
  'payout-accounts.refuse-name': { permission: 'verifications.decide', people: 'always_two', tells: 'withdrawal' },
  'second-factor.off': { permission: 'users.help' },
  'change-codes.issue': { permission: 'users.help' },
  'reset-codes.issue': { permission: 'users.help', people: 'always_two' },
  'sessions.end': { permission: 'users.help' },
  'users.freeze': { permission: 'users.help', tells: 'freeze' },
  'users.unfreeze': { permission: 'users.help' },
  'users.set-phone': { permission: 'staff.manage', people: 'always_two' },
  'products.maintenance': { permission: 'products.manage' },
  'products.change': { permission: 'products.manage', people: 'two_if_typed' },
  'products.withdraw': { permission: 'products.manage', people: 'two_if_typed' },
  'products.exposure': { permission: 'products.manage' },
  'content.publish': { permission: 'content.edit' },
  'content.withdraw': { permission: 'content.edit' },
  'content.announce': { permission: 'content.edit' },
  'savings.income': { permission: 'content.edit' },
  'reasons.write': { permission: 'content.edit' },
  'staff.invite': { permission: 'staff.manage' },
  'staff.roles': { permission: 'staff.manage' },
  'staff.disable': { permission: 'staff.manage' },
  'staff.reset': { permission: 'staff.manage' },
  'staff.link': { permission: 'staff.manage' },
  'staff.unlink': { permission: 'staff.manage' },
  'staff.confirm': { permission: 'staff.manage', people: 'always_two' },
} as const satisfies Record<string, StaffAction>
export type StaffActionName = keyof typeof STAFF_ACTIONS
export const STAFF_ACTION_NAMES = Object.keys(STAFF_ACTIONS) as StaffActionName[]
export const ruleOf = (action: StaffActionName): StaffAction => STAFF_ACTIONS[action]
/** What people with these roles may ask for and agree to. */
export const actionsOf = (roles: readonly StaffRole[]): StaffActionName[] => {
  const permissions = permissionsOf(roles)
  return STAFF_ACTION_NAMES.filter((name) => permissions.includes(ruleOf(name).permission))
}
/** Actions whose row says this. */
export type StaffActionWith<R extends Partial<StaffAction>> = {
  [N in StaffActionName]: (typeof STAFF_ACTIONS)[N] extends R ? N : never
}[StaffActionName]

/** How a proposal can end. */
export const PROPOSAL_OUTCOMES = ['agreed', 'refused', 'withdrawn', 'expired'] as const
export type ProposalOutcome = (typeof PROPOSAL_OUTCOMES)[number]

/** Movements of a user's money that staff can look through. */
export const USER_MONEY_KINDS = ['deposits', 'withdrawals'] as const
export type UserMoneyKind = (typeof USER_MONEY_KINDS)[number]

export const QUEUES = ['verifications', 'deposits', 'withdrawals'] as const
export type Queue = (typeof QUEUES)[number]

/** Why a change of a product is not taken. */
export const CHANGE_PROBLEMS = [
  'product_unknown',
  'symbol_taken',
  'too_soon',
  'too_far',
  'durations_wrong',
  'stakes_wrong',
  'calendar_wrong',
  'opening_wrong',
  'nothing_changes',
  'change_decided',
] as const
export type ChangeProblem = (typeof CHANGE_PROBLEMS)[number]

/** Why a request is refused; the console says it in its reader's language. */
export const CONSOLE_PROBLEMS = [
  'invalid_request',
  'characters_unfit',
  'not_found',
  'unauthenticated',
  'forbidden',
  'rate_limited',
  'unavailable',
  'internal',
  'invitation_over',
  'login_taken',
  'password_weak',
  'code_wrong',
  'wrong_credentials',
  'claimed_by_other',
  'claim_missing',
  'already_proposed',
  'proposal_over',
  'proposal_own',
  'proposal_tied',
  'second_administrator_missing',
  'last_administrator',
  'cap_exceeded',
  'second_factor_missing',
  'document_taken',
  'country_blocked',
  'phone_invalid',
  'phone_taken',
  'birth_missing',
  'birth_differs',
  'under_age',
  'document_expired',
  'not_opened',
  'decided',
  'still_open',
  'other_amount',
  'bank_differs',
  'user_deleted',
  'picked_up',
  'not_picked_up',
  'picked_up_by_other',
  'not_sent_missing',
  'frozen',
  'user_frozen',
  'already_frozen',
  'not_frozen',
  'too_many_keys',
  'sign_in_over',
  'identity_taken',
  'passkey_wrong',
  'passkey_exists',
  'too_many_passkeys',
  'no_payout_account',
  'reason_needed',
  'reason_changed',
  'reason_elsewhere',
  'reason_fixed',
  'reason_same',
  'statement_unreadable',
  'description_wrong',
  'line_pays',
  'already_aside',
  'not_aside',
  'file_too_large',
  ...CHANGE_PROBLEMS,
  'article_wrong',
  'text_wrong',
  'draft_changed',
  'picture_wrong',
  'income_wrong',
  'day_not_over',
  'income_accrued',
] as const
export type ConsoleProblem = (typeof CONSOLE_PROBLEMS)[number]

export const STATEMENT_FORMATS = ['csv', 'mt940', 'camt052', 'camt053', 'camt054'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

/** Why a bank statement cannot be read. */
export const STATEMENT_FAULTS = [
  'empty',
  'encoding',
  'format_unknown',
  'too_many_lines',
  'column_missing',
  'header_missing',
  'several_descriptions',
  'columns_differ',
  'quotes',
  'date',
  'amount',
  'currency',
  'structure',
  'balance',
  'cut_off',
  'xml',
  'doctype',
  'too_complex',
  'zip',
  'zip_too_large',
  'spreadsheet',
] as const
export type StatementFault = (typeof STATEMENT_FAULTS)[number]

/** The meaning of a bank statement line for the deposits that wait, and the group in which it is listed. */
export const STATEMENT_LINE_STATES = {
  matched: 'matched',
  matched_late: 'matched',
  proposed: 'done',
  credited: 'done',
  set_aside: 'aside',
  other_amount: 'doubtful',
  other_currency: 'doubtful',
  other_channel: 'doubtful',
  paid_again: 'doubtful',
  rejected: 'doubtful',
  user_deleted: 'doubtful',
  went_out: 'doubtful',
  reference_inexact: 'doubtful',
  several_references: 'doubtful',
  reference_unknown: 'unmatched',
  reference_missing: 'unmatched',
} as const
export type StatementLineState = keyof typeof STATEMENT_LINE_STATES
export const STATEMENT_LINE_GROUPS = ['matched', 'doubtful', 'unmatched', 'aside', 'done'] as const
export type StatementLineGroup = (typeof STATEMENT_LINE_GROUPS)[number]

export interface ConsoleEndpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** `none` before sign-in, `session` for everybody who is signed in, else the permission. */
  needs: 'none' | 'session' | Permission
}

export const CONSOLE_ENDPOINTS = {
  openInvitation: { method: 'POST', path: '/invitations/open', needs: 'none' },
  acceptInvitation: { method: 'POST', path: '/invitations/accept', needs: 'none' },
  signInChallenge: { method: 'POST', path: '/session/challenge', needs: 'none' },
  signIn: { method: 'POST', path: '/session', needs: 'none' },
  getSignInWays: { method: 'GET', path: '/session/ways', needs: 'none' },
  startProvider: { method: 'GET', path: '/session/provider', needs: 'none' },
  returnFromProvider: { method: 'GET', path: '/session/provider/return', needs: 'none' },
  finishProvider: { method: 'POST', path: '/session/provider', needs: 'none' },
  getSession: { method: 'GET', path: '/session', needs: 'session' },
  signOut: { method: 'DELETE', path: '/session', needs: 'session' },

  listVerifications: { method: 'GET', path: '/verifications', needs: 'verifications.decide' },
  openVerification: { method: 'POST', path: '/verifications/:key/open', needs: 'verifications.decide' },
  getVerificationPhoto: { method: 'GET', path: '/verifications/:key/photos/:side', needs: 'verifications.decide' },
  listPayeeNames: { method: 'GET', path: '/payee-names', needs: 'verifications.decide' },
  listDeposits: { method: 'GET', path: '/deposits', needs: 'deposits.decide' },
  openDeposit: { method: 'POST', path: '/deposits/:key/open', needs: 'deposits.decide' },
  getDepositProof: { method: 'GET', path: '/deposits/:key/proof', needs: 'deposits.decide' },
  importStatement: { method: 'POST', path: '/statements', needs: 'deposits.decide' },
  previewStatement: { method: 'POST', path: '/statement-previews', needs: 'deposits.decide' },
  listBankFiles: { method: 'GET', path: '/bank-files', needs: 'deposits.decide' },
  listStatements: { method: 'GET', path: '/statements', needs: 'deposits.decide' },
  listStatementLines: { method: 'GET', path: '/statements/:id/lines', needs: 'deposits.decide' },
  getStatementTotals: { method: 'GET', path: '/statements/:id/totals', needs: 'deposits.decide' },
  proposeStatement: { method: 'POST', path: '/statements/:id/propose', needs: 'deposits.decide' },
  listWithdrawals: { method: 'GET', path: '/withdrawals', needs: 'withdrawals.decide' },
  openWithdrawal: { method: 'POST', path: '/withdrawals/:key/open', needs: 'withdrawals.decide' },
  listWaiting: { method: 'GET', path: '/waiting', needs: 'session' },
  getDesk: { method: 'GET', path: '/desk', needs: 'session' },
  claimItem: { method: 'POST', path: '/queues/:queue/:key/claim', needs: 'session' },
  releaseItem: { method: 'DELETE', path: '/queues/:queue/:key/claim', needs: 'session' },

  searchUsers: { method: 'GET', path: '/users', needs: 'users.read' },
  openUser: { method: 'POST', path: '/users/:id/open', needs: 'users.read' },
  listUserMoney: { method: 'GET', path: '/users/:id/money/:kind', needs: 'users.read' },
  getUserReceipt: { method: 'GET', path: '/users/:id/orders/:order/receipt', needs: 'users.read' },
  addUserNote: { method: 'POST', path: '/users/:id/notes', needs: 'users.help' },
  listProducts: { method: 'GET', path: '/products', needs: 'products.read' },
  getProduct: { method: 'GET', path: '/products/:symbol', needs: 'products.read' },
  listProductChanges: { method: 'GET', path: '/product-changes', needs: 'products.read' },

  listContent: { method: 'GET', path: '/content', needs: 'content.edit' },
  getContent: { method: 'GET', path: '/content/:article', needs: 'content.edit' },
  saveContent: { method: 'POST', path: '/content/:article', needs: 'content.edit' },
  previewContent: { method: 'POST', path: '/content-previews', needs: 'content.edit' },
  addPicture: { method: 'POST', path: '/content-pictures', needs: 'content.edit' },
  getPicture: { method: 'GET', path: '/content-pictures/:name', needs: 'content.edit' },
  listReasons: { method: 'GET', path: '/reasons', needs: 'session' },
  getReasonHistory: { method: 'GET', path: '/reasons/:code', needs: 'content.edit' },
  listIncome: { method: 'GET', path: '/savings-income', needs: 'content.edit' },

  takeAction: { method: 'POST', path: '/actions/:action', needs: 'session' },
  listKeys: { method: 'GET', path: '/keys', needs: 'session' },
  addKey: { method: 'POST', path: '/keys', needs: 'session' },
  revokeKey: { method: 'DELETE', path: '/keys/:id', needs: 'session' },
  listPasskeys: { method: 'GET', path: '/passkeys', needs: 'session' },
  passkeyChallenge: { method: 'POST', path: '/passkeys/challenge', needs: 'session' },
  beginPasskey: { method: 'POST', path: '/passkeys/setup', needs: 'session' },
  addPasskey: { method: 'POST', path: '/passkeys', needs: 'session' },
  removePasskey: { method: 'DELETE', path: '/passkeys/:id', needs: 'session' },

  listProposals: { method: 'GET', path: '/proposals', needs: 'session' },
  listEndedProposals: { method: 'GET', path: '/ended-proposals', needs: 'session' },
  agreeToProposal: { method: 'POST', path: '/proposals/:id/agree', needs: 'session' },
  refuseProposal: { method: 'POST', path: '/proposals/:id/refuse', needs: 'session' },
  withdrawProposal: { method: 'POST', path: '/proposals/:id/withdraw', needs: 'session' },

  listStaff: { method: 'GET', path: '/staff', needs: 'staff.read' },
  listAudit: { method: 'GET', path: '/audit', needs: 'audit.read' },
  verifyAudit: { method: 'POST', path: '/audit/verify', needs: 'audit.read' },
  exportAudit: { method: 'GET', path: '/audit/export', needs: 'audit.read' },
  getBooks: { method: 'GET', path: '/books', needs: 'audit.read' },
  listVoids: { method: 'GET', path: '/voids', needs: 'audit.read' },
  listReconciliation: { method: 'GET', path: '/reconciliation', needs: 'audit.read' },
  exportReconciliation: { method: 'GET', path: '/reconciliation/export', needs: 'audit.read' },
} as const satisfies Record<string, ConsoleEndpoint>
export type ConsoleEndpointName = keyof typeof CONSOLE_ENDPOINTS

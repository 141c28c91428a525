import Type, { type Static, type TSchema } from 'typebox'
import { BankFile, NamedBankFile } from './bankFiles'
import { ClientId, Cursor, closed, Instant, MoneyText, nullable, PageQuery, ProductSymbol, pageOf } from './common'
import {
  CONSOLE_PROBLEMS,
  type ConsoleEndpointName,
  PERMISSIONS,
  QUEUES,
  STAFF_ACTION_NAMES,
  STAFF_ROLES,
  STATEMENT_LINE_GROUPS,
  USER_MONEY_KINDS,
} from './console'
import { ActionAnswer } from './consoleActions'
import { Books, DaysQuery, ReconciledDay, VoidDay } from './consoleAudit'
import { CONTENT_SCHEMAS } from './consoleContent'
import { Id, Key, Login, Password, Reason, Text, Token } from './consoleFields'
import { Claim, DepositItem, OpenDeposit, OpenWithdrawal, UserMovement, WithdrawalItem } from './consoleMoney'
import { ConsoleProduct, ProductDetail } from './consoleProducts'
import { PROPOSAL_SCHEMAS } from './consoleProposals'
import {
  ConsoleFault,
  ImportedLine,
  ImportedStatement,
  ImportedStatements,
  ImportFile,
  StatementFile,
  StatementPreview,
  StatementProposals,
  StatementTotals,
} from './consoleStatements'
import { Desk, WAITING_KINDS, WaitingQueue } from './consoleWaiting'
import { MONEY_STATUSES } from './deposits'
import { ACCOUNT_LIMIT_KINDS, FREEZE_KINDS } from './limits'
import { DIRECTIONS, ORDER_STATUSES } from './orders'
import { AddPasskey, PasskeyChallenge, PasskeySetup } from './passkeys'
import { ProductChangePage, ProductChangeQuery } from './productChanges'
import { Receipt, SignedReceipt } from './proof'
import { ByReasonCode, ReasonHistory, ReasonList } from './reasons'
import { Code, Factor, SignInWays, StaffPasskey, StaffPasskeys } from './staffSignIn'

/** Schemas of the staff console's endpoints (console.ts); every object is closed. */

export const ConsoleError = closed({
  problem: Type.Enum([...CONSOLE_PROBLEMS]),
  retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
  fault: Type.Optional(ConsoleFault),
  requestId: Type.String(),
})

export const StaffMember = closed({
  id: Id,
  login: Login,
  name: Text(64),
  roles: Type.Array(Type.Enum([...STAFF_ROLES])),
  permissions: Type.Array(Type.Enum(Object.keys(PERMISSIONS))),
})
export const StaffSession = closed({
  staff: StaffMember,
  /** The session ends here in any case. */
  endsAt: Instant,
  /** After this long without a request it ends earlier. */
  idleMinutes: Type.Integer(),
  appName: Type.String(),
  currency: Type.String(),
  /** Its decimals. */
  currencyScale: Type.Integer(),
})
export type StaffSession = Static<typeof StaffSession>

export const StaffListItem = closed({
  id: Id,
  login: Login,
  name: Text(64),
  roles: Type.Array(Type.Enum([...STAFF_ROLES])),
  invitedBy: nullable(Type.String()),
  /** Nobody agreed to that: the account waits for `staff.confirm`. */
  letInAlone: Type.Boolean(),
  joinedAt: nullable(Instant),
  lastSeenAt: nullable(Instant),
  disabled: Type.Boolean(),
  /** Their subject at the identity provider. */
  subject: nullable(Text(255)),
})
export type StaffListItem = Static<typeof StaffListItem>

export const StaffKey = closed({
  id: Id,
  name: Text(64),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: nullable(Instant),
})
export type StaffKey = Static<typeof StaffKey>

export const OpenedInvitation = closed({
  login: Login,
  name: Text(64),
  roles: Type.Array(Type.Enum([...STAFF_ROLES])),
  /** For the authenticator app: base32, and the same as an otpauth address. */
  secret: Type.String(),
  uri: Type.String(),
})
export type OpenedInvitation = Static<typeof OpenedInvitation>

export const WaitingVerification = closed({
  key: Type.String({ description: 'Number of the user' }),
  account: Type.String(),
  status: Type.Enum(['submitted', 'under_verification']),
  nationality: Type.String(),
  attempt: Type.Integer(),
  submittedAt: Instant,
  dueAt: Instant,
  claim: Claim,
})
export type WaitingVerification = Static<typeof WaitingVerification>
export const OpenVerification = closed({
  key: Type.String(),
  name: Type.String(),
  nationality: Type.String(),
  idNumber: Type.String(),
  photos: Type.Array(Type.Enum(['front', 'back'])),
})
export type OpenVerification = Static<typeof OpenVerification>

/** A payee's name as the bank has it, which two people compare with the verified one. */
export const PayeeName = closed({
  user: Id,
  account: Type.String(),
  verifiedName: Type.String(),
  payee: Type.String(),
  bank: Type.String({ description: 'Bank or network' }),
  askedAt: Instant,
  dueAt: Instant,
})
export type PayeeName = Static<typeof PayeeName>

export const FoundUser = closed({
  id: Id,
  account: Type.String(),
  nickname: Type.String(),
  phone: Type.String({ description: 'Masked' }),
  registeredAt: Instant,
})
export type FoundUser = Static<typeof FoundUser>
export const OpenUser = closed({
  ...FoundUser.properties,
  verification: Type.String(),
  secondFactor: Type.Boolean(),
  available: MoneyText,
  inOrders: MoneyText,
  inWithdrawal: MoneyText,
  savings: MoneyText,
  onBreakUntil: nullable(Type.String()),
  freezes: Type.Array(
    closed({ kind: Type.Enum([...FREEZE_KINDS]), reason: Type.String(), by: Type.String(), at: Instant }),
    { maxItems: FREEZE_KINDS.length },
  ),
  /** Newest first. */
  notes: Type.Array(closed({ author: Type.String(), text: Type.String(), at: Instant }), { maxItems: 50 }),
  sessions: Type.Array(closed({ device: Type.String(), createdAt: Instant, lastSeenAt: Instant }), { maxItems: 20 }),
  /** The user's limit: an amount, orders or minutes, as the kind counts. */
  limits: Type.Array(closed({ kind: Type.Enum([...ACCOUNT_LIMIT_KINDS]), value: Type.String(), used: Type.String() }), {
    maxItems: ACCOUNT_LIMIT_KINDS.length,
  }),
  orders: Type.Array(
    closed({
      id: Type.String(),
      number: Type.String({ description: 'What the user quotes' }),
      symbol: Type.String(),
      direction: Type.Enum([...DIRECTIONS]),
      stake: MoneyText,
      status: Type.Enum([...ORDER_STATUSES]),
      result: nullable(MoneyText),
      createdAt: Instant,
    }),
    { maxItems: 20 },
  ),
})
export type OpenUser = Static<typeof OpenUser>

export const AuditItem = closed({
  id: Id,
  at: Instant,
  actor: Type.String(),
  action: Type.String(),
  subject: Type.String(),
  reason: Type.String(),
  details: Type.String(),
})
export type AuditItem = Static<typeof AuditItem>
export const AuditVerdict = closed({ entries: Type.Integer(), brokenAt: nullable(Type.Integer()), head: Type.String() })
export type AuditVerdict = Static<typeof AuditVerdict>

export interface ConsoleSchemas {
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answer: TSchema
}
const ByKey = closed({ key: Key })
const ById = closed({ id: Id })
const ByQueue = closed({ queue: Type.Enum([...QUEUES]), key: Key })
const ListQuery = closed(PageQuery)
/** Only items with this number, or of this account. */
const Found = { text: Type.Optional(Text(64, 2)) }
const QueueQuery = closed({ ...PageQuery, ...Found })
const MoneyQuery = closed({ ...PageQuery, ...Found, status: Type.Optional(Type.Enum([...MONEY_STATUSES])) })
const Nothing = Type.Null()
/** A redirect: the browser goes there, no script asks for it. */
const Elsewhere = Type.Unknown({ description: 'A redirect' })
/** JPEG bytes, not JSON. */
const Picture = Type.Unknown({ description: 'image/jpeg' })
/** A file, not JSON. */
const Csv = Type.Unknown({ description: 'text/csv' })

export const CONSOLE_SCHEMAS = {
  openInvitation: { body: closed({ token: Token }), answer: OpenedInvitation },
  acceptInvitation: { body: closed({ token: Token, password: Password, code: Code }), answer: StaffSession },
  signInChallenge: { answer: PasskeyChallenge },
  signIn: { body: closed({ login: Text(64), password: Password, ...Factor }), answer: StaffSession },
  getSignInWays: { answer: SignInWays },
  startProvider: { answer: Elsewhere },
  returnFromProvider: { answer: Elsewhere },
  finishProvider: { body: closed(Factor), answer: StaffSession },
  getSession: { answer: StaffSession },
  signOut: { answer: Nothing },
  listVerifications: { query: QueueQuery, answer: pageOf(WaitingVerification) },
  openVerification: { params: ByKey, answer: OpenVerification },
  getVerificationPhoto: { params: closed({ key: Key, side: Type.Enum(['front', 'back']) }), answer: Picture },
  listPayeeNames: { answer: closed({ items: Type.Array(PayeeName) }) },
  listDeposits: { query: MoneyQuery, answer: pageOf(DepositItem) },
  openDeposit: { params: ByKey, answer: OpenDeposit },
  getDepositProof: { params: ByKey, answer: Picture },
  importStatement: { body: ImportFile, answer: ImportedStatements },
  previewStatement: {
    body: closed({ file: StatementFile, description: Type.Optional(BankFile) }),
    answer: StatementPreview,
  },
  listBankFiles: { answer: closed({ items: Type.Array(NamedBankFile, { maxItems: 200 }) }) },
  listStatements: { query: ListQuery, answer: pageOf(ImportedStatement) },
  listStatementLines: {
    params: ById,
    query: closed({ ...PageQuery, group: Type.Optional(Type.Enum([...STATEMENT_LINE_GROUPS])) }),
    answer: pageOf(ImportedLine),
  },
  getStatementTotals: { params: ById, answer: StatementTotals },
  proposeStatement: { params: ById, body: closed({ reason: Text(150, 2) }), answer: StatementProposals },
  listWithdrawals: { query: MoneyQuery, answer: pageOf(WithdrawalItem) },
  openWithdrawal: { params: ByKey, answer: OpenWithdrawal },
  listWaiting: { answer: closed({ items: Type.Array(WaitingQueue, { maxItems: WAITING_KINDS.length }) }) },
  getDesk: { answer: Desk },
  claimItem: { params: ByQueue, answer: closed({ until: Instant }) },
  releaseItem: { params: ByQueue, answer: Nothing },
  searchUsers: {
    query: closed({ text: Text(64, 2) }),
    answer: closed({ items: Type.Array(FoundUser, { maxItems: 20 }) }),
  },
  openUser: { params: ById, answer: OpenUser },
  /** Newest first. */
  listUserMoney: {
    params: closed({ id: Id, kind: Type.Enum([...USER_MONEY_KINDS]) }),
    query: ListQuery,
    answer: pageOf(UserMovement),
  },
  getUserReceipt: { params: closed({ id: Id, order: ClientId }), answer: Type.Union([Receipt, SignedReceipt]) },
  addUserNote: { params: ById, body: closed({ text: Text(1000, 2) }), answer: Nothing },
  listProducts: { answer: closed({ items: Type.Array(ConsoleProduct, { maxItems: 500 }) }) },
  getProduct: { params: closed({ symbol: ProductSymbol }), answer: ProductDetail },
  listProductChanges: { query: ProductChangeQuery, answer: ProductChangePage },
  ...CONTENT_SCHEMAS,
  listReasons: { answer: ReasonList },
  getReasonHistory: { params: ByReasonCode, answer: ReasonHistory },
  takeAction: {
    params: closed({ action: Type.Enum([...STAFF_ACTION_NAMES]) }),
    body: closed({ params: Type.Record(Type.String(), Type.Unknown()), reason: Reason }),
    answer: ActionAnswer,
  },
  listKeys: { answer: closed({ items: Type.Array(StaffKey, { maxItems: 10 }) }) },
  addKey: {
    body: closed({ name: Text(64, 2), days: Type.Integer({ minimum: 1, maximum: 90 }), ...Factor }),
    answer: closed({ key: Type.String({ description: 'Shown once' }) }),
  },
  revokeKey: { params: ById, answer: Nothing },
  listPasskeys: { answer: StaffPasskeys },
  passkeyChallenge: { answer: PasskeyChallenge },
  beginPasskey: { body: closed(Factor), answer: PasskeySetup },
  addPasskey: { body: AddPasskey, answer: StaffPasskey },
  removePasskey: { params: ById, answer: Nothing },
  agreeToProposal: { params: ById, answer: ActionAnswer },
  ...PROPOSAL_SCHEMAS,
  listStaff: { answer: closed({ items: Type.Array(StaffListItem, { maxItems: 500 }) }) },
  listAudit: {
    query: closed({ cursor: Type.Optional(Cursor), text: Type.Optional(Text(64, 2)) }),
    answer: pageOf(AuditItem),
  },
  verifyAudit: { answer: AuditVerdict },
  exportAudit: { query: closed({ text: Type.Optional(Text(64, 2)) }), answer: Csv },
  getBooks: { answer: Books },
  listVoids: { query: closed(DaysQuery), answer: closed({ items: Type.Array(VoidDay, { maxItems: 10_000 }) }) },
  listReconciliation: {
    query: closed(DaysQuery),
    answer: closed({ items: Type.Array(ReconciledDay, { maxItems: 92 }) }),
  },
  exportReconciliation: { query: closed(DaysQuery), answer: Csv },
} as const satisfies Record<ConsoleEndpointName, ConsoleSchemas>

type Part<N extends ConsoleEndpointName, K extends string> =
  (typeof CONSOLE_SCHEMAS)[N] extends Record<K, infer T extends TSchema> ? Static<T> : undefined
/** Request and response types of an endpoint. */
export type ConsoleParams<N extends ConsoleEndpointName> = Part<N, 'params'>
export type ConsoleQuery<N extends ConsoleEndpointName> = Part<N, 'query'>
export type ConsoleBody<N extends ConsoleEndpointName> = Part<N, 'body'>
export type ConsoleAnswer<N extends ConsoleEndpointName> = Part<N, 'answer'>

import Type, { type TSchema } from 'typebox'
import {
  AccountLimitParams,
  AccountLimits,
  Activity,
  ActivityQuery,
  BeginBreak,
  HelpLines,
  HelpLinesQuery,
  SetAccountLimit,
} from './accountLimits'
import {
  CheckRegistration,
  CompleteRegistration,
  Login,
  LoginRecordPage,
  LoginRecordsQuery,
  Me,
  NewSession,
  RegisteredAccount,
  RegistrationTicket,
  SessionList,
} from './accounts'
import { CreatePriceAlert, PriceAlert, PriceAlertPage, PriceAlertsQuery } from './alerts'
import { AppInfo, Health, Liveness, WechatQuery, WechatSignature } from './app'
import {
  BookedOrders,
  BookedOrdersQuery,
  CapitalExport,
  CapitalExportQuery,
  CapitalRecordPage,
  CapitalRecordQuery,
} from './capitalRecord'
import { ClientId, closed, Empty, ProductSymbol } from './common'
import { Article, LocaleQuery, NewsPage, NewsQuery } from './content'
import {
  AddReceipt,
  CreateDeposit,
  Deposit,
  DepositChannelList,
  DepositNotice,
  DepositPage,
  MoneyListQuery,
} from './deposits'
import type { EndpointName } from './endpoints'
import { FavouriteChanges, Favourites } from './favourites'
import { GuessPrices, GuessPricesQuery, MakeGuess, SignedGuess } from './guess'
import { CandleList, CandleQuery, Product, ProductList, TickList, TickQuery } from './market'
import { MessagePage, MessagePreferences, MessagesQuery, Unread } from './messages'
import { OrderPage, OrderQuery, OrdersExport, OrdersExportQuery, PlaceOrder } from './orders'
import {
  AddPasskey,
  BeginPasskey,
  LoginByPasskey,
  Passkey,
  PasskeyChallenge,
  PasskeyList,
  PasskeySetup,
  RemovePasskey,
  RenamePasskey,
} from './passkeys'
import { BindPayoutAccount, PayoutAccountState } from './payoutAccount'
import { ProductChangePage, ProductChangeQuery } from './productChanges'
import {
  AcceptedOrder,
  Consistency,
  ConsistencyQuery,
  Endings,
  EndingsQuery,
  ExampleQuery,
  FeedEventPage,
  FeedEventsQuery,
  HeadParams,
  LoggedHead,
  ProofPolicy,
  Receipt,
  ResultParams,
  ResultPlace,
  SignedHead,
  SignedReceipt,
} from './proof'
import { PushPreferences, PushState, PushSubscriptionBody } from './push'
import { ByReason, ReasonWords } from './reasons'
import { Results, ResultsQuery } from './results'
import {
  EarningsQuery,
  IncomeList,
  IncomesQuery,
  MovementsQuery,
  MoveSavings,
  Savings,
  SavingsEarningPage,
  SavingsMovement,
  SavingsMovementPage,
  SetAutomatic,
} from './savings'
import {
  BeginSecondFactor,
  ChangePassword,
  DeleteMe,
  DisableSecondFactor,
  EnableSecondFactor,
  ExportMe,
  PasswordResetDone,
  PersonalData,
  RecoveryCodes,
  ResetPassword,
  SecondFactor,
  SecondFactorSetup,
} from './security'
import { SharedParams, SharedState, ShareResult } from './sharedResults'
import { AccountStatement, StatementQuery } from './statement'
import { SubmitVerification, Upload, UploadQuery, Verification } from './verification'
import { CreateWithdrawal, Withdrawal, WithdrawalPage, WithdrawalTerms } from './withdrawals'

/** Parameters and responses of an endpoint; `answers` is keyed by status. A part that is left out does not exist. */
export interface EndpointSchemas {
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answers: Record<number, TSchema>
}

const ById = closed({ id: ClientId })
const ByServerId = closed({
  id: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    description: 'Id of a session or a passkey',
  }),
})
const BySymbol = closed({ symbol: ProductSymbol })
const ByArticle = closed({ id: Type.String({ pattern: '^[a-z0-9-]{2,64}$' }) })
const ByMedia = closed({ name: Type.String({ pattern: '^[0-9a-f]{64}\\.webp$' }) })
const ByMessage = closed({ id: Type.String({ pattern: '^[mao][1-9]\\d{0,17}$', description: 'Message id' }) })
const ByChannel = closed({ channel: Type.String({ pattern: '^[a-z0-9-]{2,32}$', description: 'Id of the channel' }) })

/** 201 for a new request, 200 for the same request sent again. */
const created = <T extends TSchema>(schema: T) => ({ 200: schema, 201: schema })

/**
 * The schemas of each row of the endpoint table. The server validates and serialises by them; the client imports their
 * types only (`endpointTypes.ts`), because the schema library stays out of its bundle.
 */
export const ENDPOINT_SCHEMAS = {
  getHealth: { answers: { 200: Health, 503: Health } },
  getNodeHealth: { answers: { 200: Health, 503: Health } },
  getLiveness: { answers: { 200: Liveness } },
  getAppInfo: { answers: { 200: AppInfo } },
  getWechatSignature: { query: WechatQuery, answers: { 200: WechatSignature } },

  checkRegistration: { body: CheckRegistration, answers: { 201: RegistrationTicket } },
  completeRegistration: { body: CompleteRegistration, answers: { 201: RegisteredAccount } },
  login: { body: Login, answers: { 201: NewSession } },
  loginByPasskey: { body: LoginByPasskey, answers: { 201: NewSession } },
  logout: { answers: { 204: Empty } },
  listSessions: { answers: { 200: SessionList } },
  endSession: { params: ByServerId, answers: { 204: Empty } },
  listLogins: { query: LoginRecordsQuery, answers: { 200: LoginRecordPage } },
  getMe: { answers: { 200: Me } },

  listProducts: { answers: { 200: ProductList } },
  getProduct: { params: BySymbol, answers: { 200: Product } },
  listProductChanges: { query: ProductChangeQuery, answers: { 200: ProductChangePage } },
  listCandles: { params: BySymbol, query: CandleQuery, answers: { 200: CandleList } },
  listTicks: { params: BySymbol, query: TickQuery, answers: { 200: TickList } },

  createPriceAlert: { body: CreatePriceAlert, answers: created(PriceAlert) },
  listPriceAlerts: { query: PriceAlertsQuery, answers: { 200: PriceAlertPage } },
  cancelPriceAlert: { params: ById, answers: { 200: PriceAlert } },

  getFavourites: { answers: { 200: Favourites } },
  changeFavourites: { body: FavouriteChanges, answers: { 200: Favourites } },

  placeOrder: { body: PlaceOrder, answers: created(AcceptedOrder) },
  listOrders: { query: OrderQuery, answers: { 200: OrderPage } },
  getOrder: { params: ById, answers: { 200: AcceptedOrder } },
  exportOrders: { query: OrdersExportQuery, answers: { 200: OrdersExport } },
  getResults: { query: ResultsQuery, answers: { 200: Results } },
  getReceipt: { params: ById, answers: { 200: Type.Union([Receipt, SignedReceipt]) } },
  getShared: { params: ById, answers: { 200: SharedState } },
  shareResult: { params: ById, body: ShareResult, answers: { 200: SharedState } },
  getSharedReceipt: { params: SharedParams, answers: { 200: Type.Union([Receipt, SignedReceipt]) } },

  getLatestHead: { answers: { 200: SignedHead } },
  getHead: { params: HeadParams, answers: { 200: LoggedHead } },
  getConsistency: { query: ConsistencyQuery, answers: { 200: Consistency } },
  getEndings: { query: EndingsQuery, answers: { 200: Endings } },
  getFeedEvents: { query: FeedEventsQuery, answers: { 200: FeedEventPage } },
  getResult: { params: ResultParams, answers: { 200: ResultPlace } },
  // 204 if no example was settled lately: a new house has none for its first minute.
  getExample: { query: ExampleQuery, answers: { 200: Receipt, 204: Empty } },
  makeGuess: { body: MakeGuess, answers: { 201: SignedGuess } },
  getGuessPrices: { query: GuessPricesQuery, answers: { 200: GuessPrices } },
  getProofPolicy: { answers: { 200: ProofPolicy } },

  getAccountLimits: { answers: { 200: AccountLimits } },
  setAccountLimit: { params: AccountLimitParams, body: SetAccountLimit, answers: { 200: AccountLimits } },
  confirmAccountLimit: { params: AccountLimitParams, answers: { 200: AccountLimits } },
  beginBreak: { body: BeginBreak, answers: { 200: AccountLimits } },
  endBreak: { answers: { 200: AccountLimits } },
  listHelpLines: { query: HelpLinesQuery, answers: { 200: HelpLines } },
  getActivity: { query: ActivityQuery, answers: { 200: Activity } },

  listDepositChannels: { answers: { 200: DepositChannelList } },
  createDeposit: { body: CreateDeposit, answers: created(Deposit) },
  listDeposits: { query: MoneyListQuery, answers: { 200: DepositPage } },
  getDeposit: { params: ById, answers: { 200: Deposit } },
  cancelDeposit: { params: ById, answers: { 200: Deposit } },
  addDepositReceipt: { params: ById, body: AddReceipt, answers: { 200: Deposit } },
  receiveDepositNotice: { params: ByChannel, body: DepositNotice, answers: { 204: Empty } },

  getWithdrawalTerms: { answers: { 200: WithdrawalTerms } },
  createWithdrawal: { body: CreateWithdrawal, answers: created(Withdrawal) },
  listWithdrawals: { query: MoneyListQuery, answers: { 200: WithdrawalPage } },
  getWithdrawal: { params: ById, answers: { 200: Withdrawal } },
  cancelWithdrawal: { params: ById, answers: { 200: Withdrawal } },

  getPayoutAccount: { answers: { 200: PayoutAccountState } },
  bindPayoutAccount: { body: BindPayoutAccount, answers: { 200: PayoutAccountState } },

  listCapitalRecord: { query: CapitalRecordQuery, answers: { 200: CapitalRecordPage } },
  listBookedOrders: { query: BookedOrdersQuery, answers: { 200: BookedOrders } },
  exportCapitalRecord: { query: CapitalExportQuery, answers: { 200: CapitalExport } },
  getStatement: { query: StatementQuery, answers: { 200: AccountStatement } },

  getVerification: { answers: { 200: Verification } },
  submitVerification: { body: SubmitVerification, answers: { 200: Verification } },
  uploadPhoto: { query: UploadQuery, answers: created(Upload) },

  changePassword: { body: ChangePassword, answers: { 204: Empty } },
  resetPassword: { body: ResetPassword, answers: { 200: PasswordResetDone } },
  getSecondFactor: { answers: { 200: SecondFactor } },
  beginSecondFactor: { body: BeginSecondFactor, answers: { 201: SecondFactorSetup } },
  enableSecondFactor: { body: EnableSecondFactor, answers: { 200: RecoveryCodes } },
  disableSecondFactor: { body: DisableSecondFactor, answers: { 204: Empty } },
  listPasskeys: { answers: { 200: PasskeyList } },
  beginPasskey: { body: BeginPasskey, answers: { 201: PasskeySetup } },
  addPasskey: { body: AddPasskey, answers: { 201: Passkey } },
  renamePasskey: { params: ByServerId, body: RenamePasskey, answers: { 200: PasskeyList } },
  removePasskey: { params: ByServerId, body: RemovePasskey, answers: { 200: PasskeyList } },
  getPasskeyChallenge: { answers: { 201: PasskeyChallenge } },
  getLoginChallenge: { answers: { 201: PasskeyChallenge } },
  exportMe: { body: ExportMe, answers: { 200: PersonalData } },
  deleteMe: { body: DeleteMe, answers: { 204: Empty } },

  getSavings: { answers: { 200: Savings } },
  listSavingsIncomes: { query: IncomesQuery, answers: { 200: IncomeList } },
  setAutomaticSavings: { body: SetAutomatic, answers: { 200: Savings } },
  depositIntoSavings: { body: MoveSavings, answers: created(SavingsMovement) },
  transferOutOfSavings: { body: MoveSavings, answers: created(SavingsMovement) },
  listSavingsMovements: { query: MovementsQuery, answers: { 200: SavingsMovementPage } },
  listSavingsEarnings: { query: EarningsQuery, answers: { 200: SavingsEarningPage } },

  listNews: { query: NewsQuery, answers: { 200: NewsPage } },
  getNews: { params: ByArticle, query: LocaleQuery, answers: { 200: Article } },
  getDocument: { params: ByArticle, query: LocaleQuery, answers: { 200: Article } },
  getReason: { params: ByReason, query: LocaleQuery, answers: { 200: ReasonWords } },
  getMedia: { params: ByMedia, answers: { 200: Type.Unknown({ description: 'image/webp' }) } },

  listMessages: { query: MessagesQuery, answers: { 200: MessagePage } },
  countUnreadMessages: { answers: { 200: Unread } },
  readMessage: { params: ByMessage, answers: { 204: Empty } },
  readAllMessages: { answers: { 204: Empty } },
  getMessagePreferences: { answers: { 200: MessagePreferences } },
  setMessagePreferences: { body: MessagePreferences, answers: { 200: MessagePreferences } },
  getPush: { answers: { 200: PushState } },
  subscribePush: { body: PushSubscriptionBody, answers: { 200: PushState } },
  unsubscribePush: { answers: { 204: Empty } },
  setPushPreferences: { body: PushPreferences, answers: { 200: PushState } },
} as const satisfies Record<EndpointName, EndpointSchemas>

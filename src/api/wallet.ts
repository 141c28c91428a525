import type { CapitalRecordQuery } from '../../contract/capitalRecord'
import type { CreateDeposit, MoneyListQuery } from '../../contract/deposits'
import type { BindPayoutAccount } from '../../contract/payoutAccount'
import type { CreateWithdrawal } from '../../contract/withdrawals'
import type { Http } from './http'

export type CapitalFilter = Pick<CapitalRecordQuery, 'filter' | 'from' | 'to'>
type Status = MoneyListQuery['status']

export type WalletApi = ReturnType<typeof createWalletApi>

/** Deposits, withdrawals, the payout account and the capital record; lists are newest first. */
export const createWalletApi = (http: Http) => ({
  channels: () => http.call('listDepositChannels'),
  createDeposit: (body: CreateDeposit) => http.call('createDeposit', { body }),
  deposits: (status: Status, cursor?: string) => http.call('listDeposits', { query: { status, cursor } }),
  deposit: (id: string) => http.call('getDeposit', { params: { id } }),
  cancelDeposit: (id: string) => http.call('cancelDeposit', { params: { id } }),
  addReceipt: (id: string, uploadId: string) => http.call('addDepositReceipt', { params: { id }, body: { uploadId } }),
  terms: () => http.call('getWithdrawalTerms'),
  createWithdrawal: (body: CreateWithdrawal) => http.call('createWithdrawal', { body }),
  withdrawals: (status: Status, cursor?: string) => http.call('listWithdrawals', { query: { status, cursor } }),
  withdrawal: (id: string) => http.call('getWithdrawal', { params: { id } }),
  cancelWithdrawal: (id: string) => http.call('cancelWithdrawal', { params: { id } }),
  payoutAccount: () => http.call('getPayoutAccount'),
  bind: (body: BindPayoutAccount) => http.call('bindPayoutAccount', { body }),
  record: (filter: CapitalFilter, cursor?: string) => http.call('listCapitalRecord', { query: { ...filter, cursor } }),
  statement: (month: string, timeZone: string) => http.call('getStatement', { query: { month, timeZone } }),
  assetsWeek: () => http.call('getAssetsWeek'),
  exportRecord: (filter: CapitalFilter) => http.call('exportCapitalRecord', { query: { ...filter } }),
})

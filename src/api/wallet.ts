import type { CapitalEntry, CapitalExport, CapitalRecordQuery } from '../../contract/capitalRecord'
import type { Page } from '../../contract/common'
import type { CreateDeposit, Deposit, DepositChannelList, MoneyListQuery } from '../../contract/deposits'
import type { BindPayoutAccount, PayoutAccountState } from '../../contract/payoutAccount'
import type { CreateWithdrawal, Withdrawal, WithdrawalTerms } from '../../contract/withdrawals'
import type { ApiResult, Http } from './http'

export type CapitalFilter = Pick<CapitalRecordQuery, 'filter' | 'from' | 'to'>
type Status = MoneyListQuery['status']

/** Deposits, withdrawals, the payout account and the capital record (contract/{deposits,withdrawals,payoutAccount,capitalRecord}.ts). */
export interface WalletApi {
  channels(): Promise<ApiResult<DepositChannelList>>
  createDeposit(deposit: CreateDeposit): Promise<ApiResult<Deposit>>
  deposits(status: Status, cursor?: string): Promise<ApiResult<Page<Deposit>>>
  deposit(id: string): Promise<ApiResult<Deposit>>
  cancelDeposit(id: string): Promise<ApiResult<Deposit>>
  addReceipt(id: string, uploadId: string): Promise<ApiResult<Deposit>>
  terms(): Promise<ApiResult<WithdrawalTerms>>
  createWithdrawal(withdrawal: CreateWithdrawal): Promise<ApiResult<Withdrawal>>
  withdrawals(status: Status, cursor?: string): Promise<ApiResult<Page<Withdrawal>>>
  withdrawal(id: string): Promise<ApiResult<Withdrawal>>
  cancelWithdrawal(id: string): Promise<ApiResult<Withdrawal>>
  payoutAccount(): Promise<ApiResult<PayoutAccountState>>
  bind(account: BindPayoutAccount): Promise<ApiResult<PayoutAccountState>>
  record(filter: CapitalFilter, cursor?: string): Promise<ApiResult<Page<CapitalEntry>>>
  exportRecord(filter: CapitalFilter): Promise<ApiResult<CapitalExport>>
}

export function createWalletApi(http: Http): WalletApi {
  return {
    channels: () => http.call('listDepositChannels'),
    createDeposit: (body) => http.call('createDeposit', { body }),
    deposits: (status, cursor) => http.call('listDeposits', { query: { status, cursor } }),
    deposit: (id) => http.call('getDeposit', { params: { id } }),
    cancelDeposit: (id) => http.call('cancelDeposit', { params: { id } }),
    addReceipt: (id, uploadId) => http.call('addDepositReceipt', { params: { id }, body: { uploadId } }),
    terms: () => http.call('getWithdrawalTerms'),
    createWithdrawal: (body) => http.call('createWithdrawal', { body }),
    withdrawals: (status, cursor) => http.call('listWithdrawals', { query: { status, cursor } }),
    withdrawal: (id) => http.call('getWithdrawal', { params: { id } }),
    cancelWithdrawal: (id) => http.call('cancelWithdrawal', { params: { id } }),
    payoutAccount: () => http.call('getPayoutAccount'),
    bind: (body) => http.call('bindPayoutAccount', { body }),
    record: (filter, cursor) => http.call('listCapitalRecord', { query: { ...filter, cursor } }),
    exportRecord: (filter) => http.call('exportCapitalRecord', { query: { ...filter } }),
  }
}

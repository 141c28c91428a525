import type {
  CreateDeposit,
  Deposit,
  DepositChannelList,
  DepositNotice,
  DepositPage,
  MoneyListQuery,
} from '../../../../contract/deposits'
import type { Tx } from '../../database/database'
import { formatMoney } from '../../shared/money'
import { readNumbered } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import { findCommitted } from '../../users/accountLock'
import type { EndedProblem, MoneyStatus } from '../moneyRequest'
import { addReceipt, cancel } from './change'
import { approve, type DepositProblem, reject } from './decide'
import type { DepositsDeps } from './deps'
import { expireDeposits } from './expire'
import type { SignedNotice } from './kinds'
import { receiveNotice } from './notices'
import type { DepositRow, NamedDeposit, NoticeRow } from './repository'
import * as repository from './repository'
import { type DepositRefusal, requestDeposit } from './request'
import { depositToWire } from './wire'

export { creditProblem, type DepositProblem } from './decide'
export type { DepositsDeps } from './deps'
export type { DepositRow, NamedDeposit, NoticeRow } from './repository'
export { DEPOSIT_DUE_MS, depositToWire } from './wire'

/** A deposit's way: its user requests it, a paying service or an operator confirms it, or it ends without money. */
export interface DepositsService {
  channels(): DepositChannelList
  /** `created` is false for a repeat. */
  create(userId: bigint, body: CreateDeposit): Promise<Result<{ created: boolean; deposit: Deposit }, DepositRefusal>>
  list(userId: bigint, query: MoneyListQuery): Promise<Result<DepositPage, 'invalid_request'>>
  /** `unavailable` while it may be under way: see `findCommitted`. */
  get(userId: bigint, id: string): Promise<Result<Deposit, 'not_found' | 'unavailable'>>
  cancel(userId: bigint, id: string): Promise<Result<Deposit, 'deposit_decided' | 'not_found'>>
  /** `invalid_request` if the channel takes no receipt. */
  addReceipt(
    userId: bigint,
    id: string,
    uploadId: string,
  ): Promise<Result<Deposit, 'deposit_decided' | 'invalid_request' | 'not_found' | 'photo_missing'>>
  /** Whether the notice is genuine and may be read. */
  checkNotice(channel: string, notice: SignedNotice): Result<undefined, 'not_found' | 'signature_invalid'>
  /** After `checkNotice`. */
  receiveNotice(
    channel: string,
    notice: DepositNotice,
    body: Buffer,
  ): Promise<Result<undefined, 'amount_invalid' | 'deposit_decided' | 'not_found' | 'request_id_conflict'>>
  /** Ends expired deposits, in bounded batches; returns how many. */
  sweep(): Promise<number>
  listAll(status: MoneyStatus, limit: number): Promise<NamedDeposit[]>
  find(reference: string): Promise<{ deposit: NamedDeposit; notices: NoticeRow[] } | undefined>
  /** The receipt as JPEG; undefined without one, or when it was deleted on schedule. Throws `ObjectStoreError`. */
  readReceipt(row: DepositRow): Promise<Buffer | undefined>
  /** In the operator's transaction. `late`: the money arrived although the deposit was canceled or has expired. */
  approve(
    tx: Tx,
    reference: string,
    claim: { amount: bigint; late: boolean },
  ): Promise<Result<DepositRow, DepositProblem>>
  reject(tx: Tx, reference: string, note: string): Promise<Result<DepositRow, EndedProblem>>
}

export function createDepositsService(deps: DepositsDeps): DepositsService {
  const { currency, deposits: settings } = deps.config
  const channels = new Map(settings.channels.map((channel) => [channel.id, channel]))
  const money = (minor: bigint) => formatMoney(minor, currency.scale)
  const toWire = (row: DepositRow) => depositToWire(row, currency.scale)
  return {
    channels: () => ({
      items: [...channels.values()].map(({ id, kind, label, minimum, maximum }) => ({
        id,
        kind,
        label,
        minimum: money(minimum),
        maximum: money(maximum),
      })),
      presets: settings.presets.map(money),
    }),
    create: (userId, body) => requestDeposit(deps, channels, userId, body),
    list: (userId, query) =>
      readNumbered(
        query,
        (before, limit) => repository.deposits.list(deps.database, userId, { status: query.status, before, limit }),
        toWire,
      ),
    async get(userId, id) {
      const found = await findCommitted(deps, userId, id, repository.deposits.find)
      return found.ok ? ok(toWire(found.value)) : found
    },
    cancel: (userId, id) => cancel(deps, userId, id),
    addReceipt: (userId, id, uploadId) => addReceipt(deps, userId, id, uploadId),
    checkNotice(id, notice) {
      const channel = channels.get(id)
      if (!channel?.isGenuine) return refuse('not_found')
      return channel.isGenuine(notice, deps.clock.now()) ? ok(undefined) : refuse('signature_invalid')
    },
    receiveNotice: (channel, notice, body) => receiveNotice(deps, channel, notice, body),
    sweep: () => expireDeposits(deps),
    listAll: (status, limit) => repository.deposits.listAll(deps.database, status, limit),
    async find(reference) {
      const deposit = await repository.deposits.findNamed(deps.database, reference)
      return deposit && { deposit, notices: await repository.listNotices(deps.database, reference) }
    },
    readReceipt: async (row) =>
      row.receipt_upload_id === null ? undefined : deps.uploads.read(row.user_id, row.receipt_upload_id),
    approve: (tx, reference, claim) => approve(tx, deps, reference, claim),
    reject: (tx, reference, note) => reject(tx, deps, reference, note),
  }
}

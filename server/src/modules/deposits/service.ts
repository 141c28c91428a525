import type { CreateDeposit, DepositChannelList, MoneyListQuery } from '../../../../contract/deposits'
import { bindAll } from '../../shared/bindAll'
import { formatMoney } from '../../shared/money'
import { readNumbered } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import { findCommitted } from '../../users/accountLock'
import type { MoneyStatus } from '../moneyRequest'
import { addReceipt, cancel } from './change'
import { approve, reject } from './decide'
import type { DepositsDeps } from './deps'
import { expireDeposits } from './expire'
import type { SignedNotice } from './kinds'
import { receiveNotice } from './notices'
import type { DepositRow } from './repository'
import * as repository from './repository'
import { requestDeposit } from './request'
import { depositToWire } from './wire'

export { creditProblem, type DepositProblem } from './decide'
export type { DepositsDeps } from './deps'
export type { DepositRow, NamedDeposit, NoticeRow } from './repository'
export { DEPOSIT_DUE_MS, depositToWire } from './wire'

/** A deposit's way: its user requests it, a paying service or an operator confirms it, or it ends without money. */
export type DepositsService = ReturnType<typeof createDepositsService>

export function createDepositsService(deps: DepositsDeps) {
  const { currency, deposits: settings } = deps.config
  const channels = new Map(settings.channels.map((channel) => [channel.id, channel]))
  const money = (minor: bigint) => formatMoney(minor, currency.scale)
  const toWire = (row: DepositRow) => depositToWire(row, currency.scale)
  return {
    channels: (): DepositChannelList => ({
      items: [...channels.values()].map(({ id, kind, label, minimum, maximum }) => ({
        id,
        kind,
        label,
        minimum: money(minimum),
        maximum: money(maximum),
      })),
      presets: settings.presets.map(money),
    }),
    create: (userId: bigint, body: CreateDeposit) => requestDeposit(deps, channels, userId, body),
    list: (userId: bigint, query: MoneyListQuery) =>
      readNumbered(
        query,
        (before, limit) => repository.deposits.list(deps.database, userId, { status: query.status, before, limit }),
        toWire,
      ),
    /** `unavailable` while it may be under way: see `findCommitted`. */
    async get(userId: bigint, id: string) {
      const found = await findCommitted(deps, userId, id, repository.deposits.find)
      return found.ok ? ok(toWire(found.value)) : found
    },
    /** Whether the notice is genuine and may be read. */
    checkNotice(id: string, notice: SignedNotice): Result<undefined, 'not_found' | 'signature_invalid'> {
      const channel = channels.get(id)
      if (!channel?.isGenuine) return refuse('not_found')
      return channel.isGenuine(notice, deps.clock.now()) ? ok(undefined) : refuse('signature_invalid')
    },
    listAll: (status: MoneyStatus, limit: number) => repository.deposits.listAll(deps.database, status, limit),
    async find(reference: string) {
      const deposit = await repository.deposits.findNamed(deps.database, reference)
      return deposit && { deposit, notices: await repository.listNotices(deps.database, reference) }
    },
    /** The receipt as JPEG; undefined without one, or when it was deleted on schedule. Throws `ObjectStoreError`. */
    readReceipt: async (row: DepositRow) =>
      row.receipt_upload_id === null ? undefined : deps.uploads.read(row.user_id, row.receipt_upload_id),
    ...bindAll(deps, { cancel, addReceipt, receiveNotice, sweep: expireDeposits, approve, reject }),
  }
}

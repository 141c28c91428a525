import type { DepositItem, OpenDeposit, OpenWithdrawal, WithdrawalItem } from '../../../../contract/consoleMoney'
import { audited } from '../../auditLog/auditLog'
import type { Queryable } from '../../database/database'
import { DEPOSIT_DUE_MS, type DepositRow, depositToWire, type NamedDeposit } from '../../modules/deposits/service'
import { hasName } from '../../modules/payoutAccounts/service'
import { type NamedWithdrawal, type WithdrawalRow, withdrawalToWire } from '../../modules/withdrawals/service'
import { bindAll } from '../../shared/bindAll'
import { formatMoney } from '../../shared/money'
import { type PageQuery, readNumbered } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import { actorOf, type StaffIdentity } from '../../staff/staffService'
import type { ConsoleDeps } from '../action'
import { openWords, toBankSide } from '../statements/bankSide'
import { findBankSide } from '../statements/statementRepository'
import { claimsOf, extendClaim, isPickedUpBy, needClaim, withClaims } from './claims'
import { listDeposits, listWithdrawals, type MoneyWanted } from './queueRepository'
import { watermark } from './watermark'
import { backgroundOf } from './withdrawalBackground'

type Status = DepositItem['status']
type MoneyQuery = PageQuery & { status?: Status; text?: string }

export const channelOf = (row: DepositRow) => ({
  channel: row.channel,
  channelKind: row.channel_kind,
  channelLabel: row.channel_label,
})

export const methodOf = (row: WithdrawalRow) => `${row.method_name} ${row.method_masked}`

function depositItem(row: NamedDeposit, scale: number): DepositItem {
  const wire = depositToWire(row, scale)
  return {
    key: row.reference,
    account: row.account,
    amount: formatMoney(row.amount, scale),
    status: wire.status,
    createdAt: wire.createdAt,
    dueAt: new Date(row.created_at.getTime() + DEPOSIT_DUE_MS).toISOString(),
    claim: null,
    ...channelOf(row),
    hasProof: row.receipt_upload_id !== null,
  }
}

const withdrawalItem = (row: NamedWithdrawal, scale: number): WithdrawalItem => ({
  key: row.reference,
  account: row.account,
  amount: formatMoney(row.amount, scale),
  status: withdrawalToWire(row, scale).status,
  createdAt: row.created_at.toISOString(),
  dueAt: row.expected_at.toISOString(),
  claim: null,
  method: methodOf(row),
  pickedUpBy: row.picked_up_by,
  toPay: formatMoney(row.amount - row.fee, scale),
})

async function moneyPage<Row extends { number: bigint }, Item>(
  { database, config }: ConsoleDeps,
  query: MoneyQuery,
  read: (tx: Queryable, wanted: MoneyWanted) => Promise<Row[]>,
  toItem: (row: Row, scale: number) => Item,
) {
  return readNumbered(
    query,
    (after, limit) =>
      read(database, { status: query.status ?? 'under_review', text: query.text ?? null, after, limit }),
    (row: Row) => toItem(row, config.currency.scale),
  )
}

const looked = ({ database }: ConsoleDeps, staff: StaffIdentity, action: string, subject: string) =>
  audited(database, { actor: actorOf(staff), reason: 'queue' }, action, async () => ({
    subject,
    details: {},
    value: undefined,
  }))

async function openDeposit(
  deps: ConsoleDeps,
  staff: StaffIdentity,
  key: string,
): Promise<Result<OpenDeposit, 'not_found'>> {
  const found = await deps.deposits.find(key)
  if (!found) return refuse('not_found')
  const { scale } = deps.config.currency
  const at = { now: deps.clock.now(), staff }
  await extendClaim(deps.database, { queue: 'deposits', key }, at)
  const claims = await claimsOf(deps.database, 'deposits', [key], at)
  const side = await findBankSide(deps.database, found.deposit)
  const text = side ? openWords(deps, side.fingerprint, side.sealed_text) : null
  const name = text === null ? undefined : await deps.verification.verifiedName(found.deposit.user_id)
  // It holds the payer's name.
  if (side) await looked(deps, staff, 'deposits.bank-line', key)
  return ok({
    ...depositItem(found.deposit, scale),
    claim: claims.get(key) ?? null,
    bank: side
      ? {
          ...toBankSide(side, found.deposit.amount, deps.config.currency),
          text,
          line: String(side.line_id),
          isExact: side.named === 'exact',
          payer: text === null || name === undefined ? null : { name, isNamed: hasName(text, name) },
        }
      : null,
    reason: depositToWire(found.deposit, scale).reason,
    notices: found.notices.map(({ status, amount, refusal, received_at }) => ({
      status,
      amount,
      refusal,
      at: received_at.toISOString(),
    })),
  })
}

async function depositProof(
  deps: ConsoleDeps,
  staff: StaffIdentity,
  key: string,
): Promise<Result<Buffer, 'claim_missing' | 'not_found'>> {
  const held = await needClaim(deps.database, { queue: 'deposits', key }, { now: deps.clock.now(), staffId: staff.id })
  if (!held.ok) return held
  const found = await deps.deposits.find(key)
  const picture = found && (await deps.deposits.readReceipt(found.deposit))
  if (!picture) return refuse('not_found')
  await looked(deps, staff, 'deposits.receipt', key)
  return ok(await watermark(picture, staff.login, deps.clock.now()))
}

/** Shows the whole payee to whoever picked it up, and the user's history to whoever claimed it. */
async function openWithdrawal(
  deps: ConsoleDeps,
  staff: StaffIdentity,
  key: string,
): Promise<Result<OpenWithdrawal, 'not_found'>> {
  const row = await deps.withdrawals.find(key)
  if (!row) return refuse('not_found')
  const { scale } = deps.config.currency
  const wire = withdrawalToWire(row, scale)
  const payee = deps.withdrawals.payeeOf(row)
  const pays = wire.status === 'under_review' && isPickedUpBy(row.picked_up_by, staff)
  const at = { now: deps.clock.now(), staff }
  await extendClaim(deps.database, { queue: 'withdrawals', key }, at)
  const claim = (await claimsOf(deps.database, 'withdrawals', [key], at)).get(key) ?? null
  if (pays) await looked(deps, staff, 'withdrawals.payee', key)
  else if (claim?.mine) await looked(deps, staff, 'withdrawals.look', key)
  return ok({
    ...withdrawalItem(row, scale),
    claim,
    background: claim?.mine ? await backgroundOf(deps, row) : null,
    methodName: row.method_name,
    fee: formatMoney(row.fee, scale),
    reason: wire.reason,
    payoutReference: row.payout_reference,
    bound: payee ? { numberKind: payee.numberKind, bankCode: payee.bankCode } : null,
    payee:
      pays && payee
        ? { ...payee, isVerifiedName: await deps.payoutAccounts.isVerifiedName(row.user_id, payee.accountName) }
        : null,
  })
}

/** Deposits and withdrawals that wait, and those that are decided. */
export function createMoneyQueues(deps: ConsoleDeps) {
  const at = (staff: StaffIdentity) => ({ now: deps.clock.now(), staff })
  return {
    async deposits(staff: StaffIdentity, query: MoneyQuery) {
      const page = await moneyPage(deps, query, listDeposits, depositItem)
      return page.ok ? ok(await withClaims(deps.database, page.value, 'deposits', at(staff))) : page
    },
    async withdrawals(staff: StaffIdentity, query: MoneyQuery) {
      const page = await moneyPage(deps, query, listWithdrawals, withdrawalItem)
      return page.ok ? ok(await withClaims(deps.database, page.value, 'withdrawals', at(staff))) : page
    },
    ...bindAll(deps, { openDeposit, depositProof, openWithdrawal }),
  }
}

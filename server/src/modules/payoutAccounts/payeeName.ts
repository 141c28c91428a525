import type { PayeeReview } from '../../../../contract/payoutAccount'
import type { Queryable, Tx } from '../../database/database'
import { newId } from '../../shared/ids'
import { HOUR_MS } from '../../shared/time'
import { notifyUser } from '../../users/userEvents'
import type { PayoutAccountsDeps } from './deps'
import { isSameName } from './personName'
import type { PayoutAccountRow } from './repository'
import * as repository from './repository'

/** PRODUCT.md 20.4: two people should have decided by then. */
export const NAME_DUE_MS = 24 * HOUR_MS

/**
 * Whether the account is its user's by its name (PRODUCT.md 13.2.2): by the rule or as two people decided, or neither
 * yet. `differs`: nobody was asked.
 */
export type NameState = 'agrees' | 'waiting' | 'refused' | 'differs'

/** A decision counts for the name that was verified at that time. */
export function nameState(
  row: PayoutAccountRow,
  accountName: string,
  verified: { name: string; decidedAt: Date } | undefined,
): NameState {
  if (verified === undefined || isSameName(verified.name, accountName)) return 'agrees'
  if (row.name_decided_at === null) return row.name_asked_at === null ? 'differs' : 'waiting'
  if (row.name_decided_at < verified.decidedAt) return 'differs'
  return row.name_accepted ? 'agrees' : 'refused'
}

const dueAt = (askedAt: Date) => new Date(askedAt.getTime() + NAME_DUE_MS)

/** What its user is told of it. */
export function payeeReview(row: PayoutAccountRow, state: NameState): PayeeReview | null {
  if (state === 'waiting' && row.name_asked_at)
    return { status: 'waiting', dueAt: dueAt(row.name_asked_at).toISOString(), reason: null }
  return state === 'refused' ? { status: 'refused', dueAt: null, reason: row.name_reason } : null
}

/** An account whose name two people compare with the verified one. */
export interface WaitingName {
  userId: bigint
  account: string
  verifiedName: string
  accountName: string
  bank: string
  askedAt: Date
  dueAt: Date
}

export async function listWaitingNames(
  deps: PayoutAccountsDeps,
  nameOf: (row: PayoutAccountRow) => string,
  limit: number,
): Promise<WaitingName[]> {
  const rows = await repository.listWaitingNames(deps.database, limit)
  const names = await Promise.all(
    rows.map(async (row): Promise<WaitingName[]> => {
      const verifiedName = await deps.verification.verifiedName(row.user_id)
      if (verifiedName === undefined || row.name_asked_at === null) return []
      return [
        {
          userId: row.user_id,
          account: row.account,
          verifiedName,
          accountName: nameOf(row),
          bank: row.bank ?? row.chain ?? '',
          askedAt: row.name_asked_at,
          dueAt: dueAt(row.name_asked_at),
        },
      ]
    }),
  )
  return names.flat()
}

export type NameDecisionProblem = 'not_found' | 'decided' | 'asked_since'

/** The row, if its name waits for a decision. `asked_since`: whoever asked at `askedAt` has seen another name. */
export async function waitingName(
  tx: Queryable,
  userId: bigint,
  askedAt: Date,
): Promise<NameDecisionProblem | undefined> {
  const row = await repository.findPayoutAccount(tx, userId)
  if (!row?.name_asked_at) return 'not_found'
  if (row.name_decided_at) return 'decided'
  return row.name_asked_at > askedAt ? 'asked_since' : undefined
}

/** In the transaction of two people's decision: accepts the name, or refuses it with a reason. Tells the user. */
export async function decideName(
  deps: PayoutAccountsDeps,
  tx: Tx,
  userId: bigint,
  { refusedFor, askedAt }: { refusedFor: string | null; askedAt: Date },
): Promise<NameDecisionProblem | undefined> {
  await repository.lockPayoutAccount(tx, userId)
  const problem = await waitingName(tx, userId, askedAt)
  if (problem) return problem
  await repository.saveNameDecision(tx, userId, refusedFor, new Date(deps.clock.now()))
  const event = refusedFor === null ? 'payee_name_accepted' : 'payee_name_refused'
  const facts = { event, ...(refusedFor !== null && { reason: refusedFor }) } as const
  await deps.messages.send(tx, { userId, kind: 'security', facts, reference: newId() })
  await notifyUser(tx, userId, ['payout_account'])
  return undefined
}

import type { LoginRecord } from '../../../../contract/accounts'
import type { SecurityEvent } from '../../../../contract/messageFacts'
import type { Queryable, Tx } from '../../database/database'
import { newId } from '../../shared/ids'
import { networkOf } from '../../shared/networks'
import { DAY_MS } from '../../shared/time'
import type { MessagesService } from '../messages/service'
import type { Origin } from './devices'

/** How long addresses are kept, here and in messages. */
export const ADDRESSES_KEPT_MS = 90 * DAY_MS
const SWEEP_BATCH = 2_000
const SWEEP_BATCHES_MAX = 20

export interface LoginRecordRow {
  id: bigint
  at: Date
  device: string
  address: string
  outcome: LoginRecord['outcome']
}

/** Whether this user has signed in from there within the time that addresses are kept. */
export function isKnownNetwork(tx: Queryable, userId: bigint, network: string, now: number): Promise<boolean> {
  return tx.some(
    `select 1 as found from login_record
      where user_id = $1 and network = $2 and outcome <> 'second_factor_wrong' and at > $3 limit 1`,
    [userId, network, new Date(now - ADDRESSES_KEPT_MS)],
  )
}

/** Records a login; with `told` the user also gets a message about this event, with device and address. */
export async function recordLogin(
  tx: Tx,
  messages: Pick<MessagesService, 'send'>,
  entry: { userId: bigint; origin: Origin; outcome: LoginRecord['outcome']; at: Date; told: SecurityEvent | undefined },
) {
  const { userId, origin, outcome, at } = entry
  const { device, address } = origin
  // Messages about wrong codes are sent once an hour for each address; the history has each one.
  const hour = at.toISOString().slice(0, 13)
  const reference = outcome === 'second_factor_wrong' ? `wrong code ${address} ${hour}` : `login ${newId()}`
  await tx.query(
    `insert into login_record (user_id, at, device, address, network, outcome, reference) values ($1, $2, $3, $4, $5, $6, $7)`,
    [userId, at, device, address, networkOf(address), outcome, reference],
  )
  const { told: event } = entry
  if (event) await messages.send(tx, { userId, kind: 'security', facts: { event, device, address }, reference })
}

/** Newest first; `before` is the id of the last one of the page before. */
export function listLoginRecords(
  tx: Queryable,
  userId: bigint,
  before: bigint | null,
  limit: number,
  since: Date,
): Promise<LoginRecordRow[]> {
  return tx.query<LoginRecordRow>(
    `select id, at, device, address, outcome from login_record
      where user_id = $1 and at > $4 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [userId, before, limit, since],
  )
}

/** Deletes records whose address is too old and removes the address from their messages, in bounded batches. */
export async function forgetAddresses(tx: Queryable, now: number) {
  for (let batch = 0; batch < SWEEP_BATCHES_MAX; batch++) {
    const row = await tx.first<{ count: bigint }>(
      `with old as (select id from login_record where at <= $1 order by at limit $2),
            gone as (delete from login_record where id in (select id from old) returning user_id, reference),
            cleaned as (update message set facts = message.facts - 'address' from gone
                         where message.user_id = gone.user_id and message.kind = 'security'
                           and message.reference = gone.reference)
       select count(*) as count from gone`,
      [new Date(now - ADDRESSES_KEPT_MS), SWEEP_BATCH],
    )
    if (Number(row?.count ?? 0) < SWEEP_BATCH) return
  }
}

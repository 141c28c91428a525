import type { Tx } from '../../database/database'
import { assert } from '../../shared/assert'
import { notifyUsers } from '../../users/userEvents'
import type { MessagesService, NewMessage } from '../messages/service'
import { claimHits, type Hit } from './reachedRepository'
import type { AlertRow } from './repository'
import { toWire } from './wire'

/** The facts of the message: the alert and the tick that reached it, so that the user can look it up. */
function messageOf(row: AlertRow): NewMessage {
  const { id, symbol, direction, price, tick } = toWire(row)
  assert(tick !== null, 'an alert that was just triggered has its tick')
  return {
    userId: row.user_id,
    kind: 'price_alert',
    facts: {
      alertId: id,
      symbol,
      direction,
      price,
      tickPrice: tick.price,
      tickSequence: String(tick.sequence),
      tickAt: new Date(tick.at).toISOString(),
    },
    reference: id,
  }
}

/** Marks alerts as triggered and tells their users, in one transaction. Returns the alerts triggered here. */
export async function triggerAlerts(
  messages: Pick<MessagesService, 'sendAll'>,
  tx: Tx,
  hits: readonly Hit[],
  nowMs: number,
): Promise<AlertRow[]> {
  const rows = await claimHits(tx, hits, nowMs)
  if (rows.length === 0) return rows
  await messages.sendAll(tx, rows.map(messageOf))
  const users = rows.map((row) => row.user_id)
  await notifyUsers(tx, users, ['alerts'])
  return rows
}

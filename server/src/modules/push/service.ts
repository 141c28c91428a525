import { createECDH } from 'node:crypto'
import { PUSH_CATEGORIES, type PushPreferences, type PushSubscriptionBody } from '../../../../contract/push'
import type { Database } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { ok, refuse } from '../../shared/result'
import { placeOf } from './address'
import * as repository from './repository'
import type { PushSettings } from './settings'

export interface PushDeps {
  config: { push: PushSettings | undefined }
  database: Database
  clock: Clock
}

/** The session that asks; its subscription ends with it. */
interface Asker {
  id: bigint
  sessionId: string
}

/** Whether it is a point on the curve; encrypting for anything else would fail each time. */
function isPoint(p256dh: string): boolean {
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    pair.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

/** Which browsers are notified, and of what (contract/push.ts). */
export type PushService = ReturnType<typeof createPushService>

export function createPushService({ config, database, clock }: PushDeps) {
  const state = (user: Asker) => repository.readState(database, user.id, user.sessionId)
  return {
    state,
    /** `push_refused`: push is off, or not allowed to that address. */
    async subscribe(user: Asker, subscription: PushSubscriptionBody) {
      if (!config.push || placeOf(subscription.endpoint, config.push.hosts) === undefined) return refuse('push_refused')
      if (!isPoint(subscription.p256dh)) return refuse('invalid_request')
      const now = new Date(clock.now())
      const isHeld = await database.withTransaction((tx) => repository.subscribe(tx, user, subscription, now))
      return isHeld ? ok(await state(user)) : refuse('unauthenticated')
    },
    unsubscribe: (user: Asker) => repository.deleteSubscription(database, user.sessionId),
    async setPreferences(user: Asker, { off }: PushPreferences) {
      await repository.writeOff(
        database,
        user.id,
        PUSH_CATEGORIES.filter((category) => off.includes(category)),
      )
      return state(user)
    },
  }
}

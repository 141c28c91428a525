import { createECDH } from 'node:crypto'
import {
  PUSH_CATEGORIES,
  type PushPreferences,
  type PushState,
  type PushSubscriptionBody,
} from '../../../../contract/push'
import type { Database } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { ok, type Result, refuse } from '../../shared/result'
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

/** Which browsers are notified, and of what (contract/push.ts). */
export interface PushService {
  state(user: Asker): Promise<PushState>
  /** `push_refused`: push is off, or not allowed to that address. */
  subscribe(
    user: Asker,
    subscription: PushSubscriptionBody,
  ): Promise<Result<PushState, 'push_refused' | 'invalid_request' | 'unauthenticated'>>
  unsubscribe(user: Asker): Promise<void>
  setPreferences(user: Asker, preferences: PushPreferences): Promise<PushState>
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

export function createPushService({ config, database, clock }: PushDeps): PushService {
  const state = (user: Asker) => repository.readState(database, user.id, user.sessionId)
  return {
    state,
    async subscribe(user, subscription) {
      if (!config.push || placeOf(subscription.endpoint, config.push.hosts) === undefined) return refuse('push_refused')
      if (!isPoint(subscription.p256dh)) return refuse('invalid_request')
      const now = new Date(clock.now())
      const isHeld = await database.withTransaction((tx) => repository.subscribe(tx, user, subscription, now))
      return isHeld ? ok(await state(user)) : refuse('unauthenticated')
    },
    unsubscribe: (user) => repository.deleteSubscription(database, user.sessionId),
    async setPreferences(user, { off }) {
      await repository.writeOff(
        database,
        user.id,
        PUSH_CATEGORIES.filter((category) => off.includes(category)),
      )
      return state(user)
    },
  }
}

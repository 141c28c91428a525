import type { ApiFailure, ApiResult } from '../../api/http'
import type { FailureCode } from '../../domain/loadable'

/** The outcome of a request. `checking`: no answer, and the server could not be asked either. */
export type Sent<T> = { kind: 'done'; value: T } | { kind: 'refused'; failure: Refusal } | { kind: 'checking' }

/** Why the server said no: its code, and the facts that a message can name. */
export type Refusal = ApiFailure

/** How long the user waits for an outcome; all times in ms. */
export interface RetryPolicy {
  /** Pauses after which the request is sent again with the same id. */
  resendAfterMs: readonly number[]
  /** The latest time to send again, counted from the first time. */
  resendWithinMs: number
  /** Pauses after which the server is asked for the outcome, once sending again has ended. */
  askAfterMs: readonly number[]
}

/** After these the request has either arrived or never will: the server gives up on one after 30 s. */
export const UNTIL_CERTAIN: RetryPolicy = {
  resendAfterMs: [700, 2_000],
  resendWithinMs: Number.POSITIVE_INFINITY,
  askAfterMs: [2_000, 4_000, 8_000, 12_000],
}

export interface SendOnce<T> {
  policy: RetryPolicy
  /** The same request each time, with the id that was made for it. */
  sendRequest(): Promise<ApiResult<T>>
  /** Asks for it by that id. */
  findOutcome(): Promise<ApiResult<T>>
  /** Device clock, epoch ms. */
  now(): number
  sleep(ms: number): Promise<void>
}

/** Failures that say nothing about whether the request arrived. */
export const UNCERTAIN: ReadonlySet<FailureCode> = new Set(['network', 'timeout', 'unavailable', 'internal'])
/**
 * Refusals of a second try that say nothing about the first one, which may still be running. Either the server refuses
 * before it looks at the id, or the first try itself is the cause (it used the code, the money or the rest of a limit),
 * or the elapsed time is.
 */
const NOT_OF_THE_FIRST_TRY: ReadonlySet<FailureCode> = new Set([
  'unauthenticated',
  'rate_limited',
  'second_factor_wrong',
  'passkey_wrong',
  'passkey_expired',
  'balance_insufficient',
  'daily_limit_reached',
  'account_limit_reached',
  'open_stakes_reached',
  'savings_deposits_used_up',
  'savings_transfers_used_up',
  'savings_confirmed_insufficient',
  'exposure_reached',
  'orders_too_fast',
  'feed_stale',
  'product_closed',
  'product_maintenance',
  'closes_too_soon',
  'earnings_rate_changed',
  'withdrawal_fee_changed',
  'ask_time_off',
  'ask_other_log',
])

/**
 * Sends a request so that it happens once, however often the network loses the answer: it is sent again with the same
 * id, then asked for. Resolves when the outcome is known, or as `checking` at the end of the policy; a refusal of a
 * later try counts once the server has been asked to the end and does not have the request.
 */
export async function sendOnce<T>({ policy, sendRequest, findOutcome, now, sleep }: SendOnce<T>): Promise<Sent<T>> {
  const firstSentAt = now()
  let later: Refusal | undefined
  for (let attempt = 0; ; attempt++) {
    const answer = await sendRequest()
    if (answer.ok) return { kind: 'done', value: answer.value }
    const { code } = answer.error
    if (!UNCERTAIN.has(code)) {
      if (attempt === 0 || !NOT_OF_THE_FIRST_TRY.has(code)) return { kind: 'refused', failure: answer.error }
      later = answer.error
    }
    const pause = policy.resendAfterMs[attempt]
    if (pause === undefined || now() + pause - firstSentAt > policy.resendWithinMs) break
    await sleep(pause)
  }
  let isMissing = false
  for (const pause of policy.askAfterMs) {
    await sleep(pause)
    const found = await findOutcome()
    if (found.ok) return { kind: 'done', value: found.value }
    isMissing = found.error.code === 'not_found'
  }
  return later && isMissing ? { kind: 'refused', failure: later } : { kind: 'checking' }
}

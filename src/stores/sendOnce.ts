import type { ApiFailure, ApiResult } from '../api/http'
import type { FailureCode } from '../domain/loadable'

/** What became of a request that moves money. `checking`: no answer, and the server could not be asked either. */
export type Sent<T> = { kind: 'done'; value: T } | { kind: 'refused'; failure: ApiFailure } | { kind: 'checking' }

/** Why the server said no: its code, and the facts that a message can name. */
export type Refusal = ApiFailure

export interface SendOnce<T> {
  /** The same request each time, with the id that was made for it. */
  send(): Promise<ApiResult<T>>
  /** Asks for it by that id. */
  find(): Promise<ApiResult<T>>
  sleep(ms: number): Promise<void>
}

/** After these the request has either arrived or never will: the server gives one up after 30 s. */
const RESEND_AFTER_MS = [700, 2_000]
const ASK_AFTER_MS = [2_000, 4_000, 8_000, 12_000]
/** Failures that say nothing about whether the request arrived. */
export const UNCERTAIN: ReadonlySet<FailureCode> = new Set(['network', 'timeout', 'unavailable', 'internal'])
/** Refusals that come before the server has looked at the id: they say nothing about an earlier try. */
const BEFORE_THE_ID: ReadonlySet<FailureCode> = new Set(['unauthenticated', 'rate_limited'])

/**
 * Sends a request that moves money so that it happens once, however often the network loses the answer: it is sent again
 * with the same id, then asked for. Resolves when the outcome is known, or as `checking` after about half a minute.
 */
export async function sendOnce<T>({ send, find, sleep }: SendOnce<T>): Promise<Sent<T>> {
  for (let attempt = 0; ; attempt++) {
    const answer = await send()
    if (answer.ok) return { kind: 'done', value: answer.value }
    const { code } = answer.error
    const saysNothing = UNCERTAIN.has(code) || (attempt > 0 && BEFORE_THE_ID.has(code))
    if (!saysNothing) return { kind: 'refused', failure: answer.error }
    const pause = RESEND_AFTER_MS[attempt]
    if (pause === undefined) break
    await sleep(pause)
  }
  for (const pause of ASK_AFTER_MS) {
    await sleep(pause)
    const found = await find()
    if (found.ok) return { kind: 'done', value: found.value }
  }
  return { kind: 'checking' }
}

import type { ErrorCode } from '../../contract/errors'
import { asked, type UnsignedOrder } from '../../server/test/asks'
import { newId } from '../../server/test/ids'
import { until } from '../support/until'
import { QUICK } from './quickOrders'
import { demo, ORIGIN } from './visitors'
import { pathsOf } from './walk'

/** A closed order that nobody has: the page says so. */
const NO_ORDER = '00000000-0000-7000-8000-000000000000'

/** Asks the server as the app does; the answer counts, regardless of its status. */
export async function ask<T>(path: string, options: { token?: string; body?: unknown } = {}): Promise<T> {
  const { token, body } = options
  const answer = await fetch(`${ORIGIN}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as T
}

/**
 * Places an order and returns its id. One that the processes of a busy machine bring too late is refused; it is placed again,
 * as another order.
 */
export function places(token: string, terms: Omit<UnsignedOrder, 'id'>): Promise<string> {
  return until('an order to arrive in time', async () => {
    const body = asked({ id: newId(), ...terms })
    const { code } = await ask<{ code?: ErrorCode }>('/orders', { token, body })
    if (code === undefined) return body.id
    if (code !== 'ask_time_off') throw new Error(`The order was refused: ${code}`)
    return undefined
  })
}

const firstId = async (path: string, token?: string) =>
  (await ask<{ items?: { id: string }[] }>(path, token === undefined ? {} : { token })).items?.[0]?.id

/** The demo user, logged in, and every page with parameters that show something to that user. */
export async function demoVisit() {
  const session = await ask<{ token: string; user: unknown }>('/sessions', { body: demo })
  const order = (await firstId('/orders?state=closed', session.token)) ?? NO_ORDER
  const paths = pathsOf({ news: (await firstId('/news?locale=en-US')) ?? 'none', order })
  return { session, paths, order }
}

/** The demo user places a deposit that arrives at once, one that waits, and an order, and waits for its result. */
export async function demoMoves() {
  const { session } = await demoVisit()
  const { token } = session
  const { symbol, seconds: durationSeconds, earningsRateBp } = QUICK
  await places(token, { symbol, direction: 'up', stake: '137.41', durationSeconds, earningsRateBp })
  await ask('/deposits', { token, body: { id: newId(), channel: 'demo', amount: '3219.87' } })
  // It waits, with an address to pay to.
  await ask('/deposits', { token, body: { id: newId(), channel: 'tron', amount: '3219.87' } })
  await until('a closed order of the demo user', () => firstId('/orders?state=closed', token), { everyMs: 500 })
}

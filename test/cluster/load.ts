import { WebSocket } from 'ws'
import type { NewSession, RegistrationTicket } from '../../contract/accounts'
import { newId } from '../../server/src/shared/ids'
import { CARD_NUMBER, REAL_NAME, TRADE_PASSWORD } from '../../server/test/personal'
import { pause } from '../support/until'

const PASSWORD = 'survives every kill 9'
/** Always open, so that one of them moves at any moment. */
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
const RECONNECT_MS = 250
const REQUEST_WITHIN_MS = 5_000
const SETTLED_WITHIN_MS = 30_000

/** Where a user's requests go now; a proxy would choose. */
export type PickOrigin = () => string

/** Undefined where there was no answer: the node died, or was not there. */
async function ask<T>(origin: string, method: string, path: string, body?: object, token?: string) {
  try {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      signal: AbortSignal.timeout(REQUEST_WITHIN_MS),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, value: (await answer.json().catch(() => undefined)) as T }
  } catch {
    return undefined
  }
}

export async function newUser(origin: string, openingCode: string, index: number) {
  const account = `cluster_${index}`
  const ticket = await ask<RegistrationTicket>(origin, 'POST', '/registrations', {
    account,
    phone: `1390000${String(index).padStart(4, '0')}`,
    phoneCountry: 'CN',
    openingCode,
  })
  await ask(origin, 'POST', '/registrations/complete', {
    registrationToken: ticket?.value.registrationToken,
    loginPassword: PASSWORD,
    tradePassword: TRADE_PASSWORD,
  })
  const session = await ask<NewSession>(origin, 'POST', '/sessions', { account, password: PASSWORD })
  if (session?.status !== 201) throw new Error(`${account} could not log in: ${JSON.stringify(session)}`)
  return { account, token: session.value.token }
}

/** Where a user's withdrawals go; the name is the one that was verified. */
export async function bindAccount(origin: string, token: string) {
  const account = {
    kind: 'bank_card',
    accountName: REAL_NAME,
    nationality: 'CN',
    bank: 'Test Bank',
    cardNumber: CARD_NUMBER,
    accountAddress: 'Main Street 1',
    tradePassword: TRADE_PASSWORD,
  }
  const answer = await ask(origin, 'PUT', '/payout-account', account, token)
  if (answer?.status !== 200) throw new Error(`no account could be bound: ${JSON.stringify(answer)}`)
}

/** One request of a user that must happen once: sent to any node, with the same id, until there is an outcome. */
export async function sendUntilKnown(pick: PickOrigin, path: string, body: { id: string }, token: string) {
  for (const deadline = Date.now() + SETTLED_WITHIN_MS; ; await pause(100)) {
    const answer = await ask(pick(), 'POST', path, body, token)
    if (answer && (answer.status < 300 || isRefusal(answer.status))) return answer.status < 300
    if (Date.now() > deadline) throw new Error(`${path} ${body.id} has no outcome: ${JSON.stringify(answer)}`)
  }
}

/** A code that says what to do instead; everything else is asked again with the same id. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429

/**
 * Places one order after the other until `signal` ends it. What got no answer, or one that asks to come again, is sent to
 * another node with the same id until there is one. `acknowledged` holds the ids that were accepted.
 */
export async function placeUntil(signal: AbortSignal, pick: PickOrigin, token: string, acknowledged: Set<string>) {
  let retried = 0
  for (let turn = 0; !signal.aborted; turn++) {
    const order = {
      id: newId(),
      symbol: 'BTCUSDT',
      direction: turn % 2 === 0 ? 'up' : 'down',
      stake: '1.00',
      durationSeconds: 1 + (turn % 2),
      earningsRateBp: 7500,
    }
    for (const deadline = Date.now() + SETTLED_WITHIN_MS; ; ) {
      const answer = await ask(pick(), 'POST', '/orders', order, token)
      if (answer?.status === 201 || answer?.status === 200) acknowledged.add(order.id)
      if (answer && (answer.status < 300 || isRefusal(answer.status))) break
      if (Date.now() > deadline) throw new Error(`order ${order.id} has no outcome: ${JSON.stringify(answer)}`)
      retried++
      await pause(100)
    }
    await pause(20)
  }
  return { retried }
}

/** A socket that comes back like an app does. Answers the longest time in ms without a price, to be called at the end. */
export function watchPrices(pick: PickOrigin, token: string) {
  let heardAt = performance.now()
  let longest = 0
  let ended = false
  let socket: WebSocket | undefined
  let states = new Set<string>()

  function hear(text: string) {
    const message: unknown = JSON.parse(text)
    if (typeof message !== 'object' || message === null || !('type' in message)) return
    states.add(String(message.type))
    if (message.type === 'welcome') {
      socket?.send(JSON.stringify({ type: 'authenticate', token }))
      socket?.send(JSON.stringify({ type: 'subscribe', symbols: SYMBOLS }))
    }
    if (message.type !== 'quotes') return
    longest = Math.max(longest, performance.now() - heardAt)
    heardAt = performance.now()
  }

  function connect() {
    if (ended) return
    const next = new WebSocket(`${pick().replace('http', 'ws')}/api/stream`, { handshakeTimeout: 1_000 })
    socket = next
    next.on('message', (data) => hear(String(data)))
    next.on('error', () => undefined)
    next.on('close', () => setTimeout(connect, RECONNECT_MS))
  }
  connect()

  return {
    /** What it has heard since the last time it was asked. */
    takeTypes() {
      const taken = states
      states = new Set()
      return taken
    },
    /** Restarts the count; answers the longest time so far. */
    forget() {
      const before = Math.max(longest, performance.now() - heardAt)
      longest = 0
      return before
    },
    end() {
      ended = true
      socket?.terminate()
      return Math.max(longest, performance.now() - heardAt)
    },
  }
}

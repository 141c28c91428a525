import { WebSocket } from 'ws'
import type { NewSession, RegistrationTicket } from '../../contract/accounts'
import { newId } from '../../server/src/shared/ids'
import { type AskedOf, asked } from '../../server/test/asks'
import { CARD_NUMBER, REAL_NAME, TRADE_PASSWORD } from '../../server/test/personal'
import { termsVersionOf } from '../support/terms'
import { pause } from '../support/until'

const PASSWORD = 'survives every kill 9'
/** Always open, so that one of them moves at any moment. */
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
const RECONNECT_MS = 250
const REQUEST_WITHIN_MS = 5_000
/** A busy machine may take its time; what has no outcome by then never gets one. */
const OUTCOME_WITHIN_MS = 120_000

/** Where a user's requests go now; a proxy would choose. */
export type PickOrigin = () => string

/** Undefined if there was no answer: the node died, or was not there. */
async function ask<T>(
  origin: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
  onFailure?: (why: string) => void,
) {
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
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } }
    onFailure?.(`no answer (${cause?.code ?? name})`)
    return undefined
  }
}

/** Before anything fails on purpose: an answer may take long, and each has to be a good one. */
async function mustSend<T>(origin: string, method: string, path: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    signal: AbortSignal.timeout(OUTCOME_WITHIN_MS),
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json().catch(() => undefined)) as T
}

export async function newUser(origin: string, openingCode: string, index: number) {
  const account = `cluster_${index}`
  const { registrationToken } = await mustSend<RegistrationTicket>(origin, 'POST', '/registrations', {
    account,
    phone: `1390000${String(index).padStart(4, '0')}`,
    phoneCountry: 'CN',
    openingCode,
  })
  await mustSend(origin, 'POST', '/registrations/complete', {
    registrationToken,
    loginPassword: PASSWORD,
    tradePassword: TRADE_PASSWORD,
    termsVersion: await termsVersionOf(origin),
  })
  const { token } = await mustSend<NewSession>(origin, 'POST', '/sessions', { account, password: PASSWORD })
  return { account, token }
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
  await mustSend(origin, 'PUT', '/payout-account', account, token)
}

/** One request of a user that must happen once: sent to any node, with the same id, until it is accepted. */
export async function sendUntilKnown(pick: PickOrigin, path: string, body: { id: string }, token: string) {
  for (const deadline = Date.now() + OUTCOME_WITHIN_MS; ; await pause(100)) {
    const answer = await ask(pick(), 'POST', path, body, token)
    if (answer && answer.status < 300) return
    if (answer && isRefusal(answer.status)) throw new Error(`${path} is refused: ${JSON.stringify(answer)}`)
    if (Date.now() > deadline) throw new Error(`${path} ${body.id} has no outcome: ${JSON.stringify(answer)}`)
  }
}

/** A code that says what to do instead; everything else is asked again with the same id. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429

/** A user who places one order after the other. */
export interface Placing {
  /** Ids that were accepted. */
  acknowledged: Set<string>
  /** Other responses, or why there was no answer, with how often. */
  instead: Map<string, number>
  /** Resolves once it has ended; `failure` says why it did so early. */
  ended: Promise<void>
  failure?: Error
}

/**
 * Places orders until `signal` ends it. What got no answer, or one that asks to come again, is sent to another node with the
 * same id until there is one. `of`: the log that the orders are signed for.
 */
export function startPlacing(signal: AbortSignal, pick: PickOrigin, token: string, of: AskedOf = {}): Placing {
  const placing: Placing = { acknowledged: new Set(), instead: new Map(), ended: Promise.resolve() }
  const note = (what: string) => placing.instead.set(what, (placing.instead.get(what) ?? 0) + 1)

  async function placeOne(turn: number) {
    const order = asked(
      {
        id: newId(),
        symbol: 'BTCUSDT',
        direction: turn % 2 === 0 ? 'up' : 'down',
        stake: '1.00',
        durationSeconds: 1 + (turn % 2),
        earningsRateBp: 7500,
      },
      of,
    )
    for (const deadline = Date.now() + OUTCOME_WITHIN_MS; ; await pause(100)) {
      const answer = await ask<{ code?: string }>(pick(), 'POST', '/orders', order, token, note)
      if (answer && answer.status < 300) {
        placing.acknowledged.add(order.id)
        return
      }
      if (answer) note(`${answer.status} ${answer.value?.code ?? ''}`)
      if (answer && isRefusal(answer.status)) return
      if (Date.now() > deadline) throw new Error(`order ${order.id} has no outcome: ${JSON.stringify(answer)}`)
    }
  }

  async function run() {
    for (let turn = 0; !signal.aborted; turn++) {
      await placeOne(turn)
      await pause(20)
    }
  }
  placing.ended = run().catch((error: Error) => {
    placing.failure = error
  })
  return placing
}

/** Responses to users other than an accepted order, for the message of a wait that ends in vain. */
export function describePlacing(users: Placing[]): string {
  const sum = new Map<string, number>()
  for (const { instead } of users) for (const [what, count] of instead) sum.set(what, (sum.get(what) ?? 0) + count)
  const failures = users.flatMap(({ failure }) => (failure ? [failure.message] : []))
  const answers = [...sum].map(([what, count]) => `${what} × ${count}`)
  return `${users.reduce((all, { acknowledged }) => all + acknowledged.size, 0)} orders are acknowledged; also answered: ${answers.join(', ') || 'nothing'}; given up: ${failures.join('; ') || 'none'}`
}

/**
 * A socket that comes back like an app does. Returns the longest time in ms without a price, to be called at the end.
 */
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
    if (message.type !== 'rows') return
    longest = Math.max(longest, performance.now() - heardAt)
    heardAt = performance.now()
  }

  function connect() {
    if (ended) return
    const next = new WebSocket(`${pick().replace('http', 'ws')}/api/stream`, { handshakeTimeout: REQUEST_WITHIN_MS })
    socket = next
    next.on('message', (data) => hear(String(data)))
    next.on('error', () => undefined)
    next.on('close', () => setTimeout(connect, RECONNECT_MS))
  }
  connect()

  return {
    /** Messages since the last call. */
    takeTypes() {
      const taken = states
      states = new Set()
      return taken
    },
    /** Restarts the count; returns the longest time so far. */
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

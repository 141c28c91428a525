import Schema from 'typebox/schema'
import type { RawData } from 'ws'
import { StreamRequest } from '../../../contract/stream'
import { MINUTE_MS } from '../shared/time'
import { type Connection, type Connections, sendMessage } from './connections'
import type { StreamDeps } from './deps'
import type { Hub } from './hub'

/** An account's on this node; devices and tabs of a person are fewer. */
const SOCKETS_PER_USER_MAX = 40
const AUTHENTICATIONS_MAX = 10
/** Messages a socket may send in one heartbeat; an app needs a handful. */
const MESSAGES_MAX = 100
/** Beyond this many keys in one minute all are refused: an attacker who has as many addresses cannot be told apart. */
const KEYS_MAX = 20_000

const requestCheck = Schema.Compile(StreamRequest)

function parseRequest(data: RawData, isBinary: boolean): StreamRequest | undefined {
  if (isBinary) return undefined
  try {
    const value: unknown = JSON.parse(data.toString())
    return requestCheck.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Tells why, and ends the socket. */
function refuse(connection: Connection, code: 'rate_limited' | 'invalid_request') {
  sendMessage(connection, { type: 'refused', code })
  connection.socket.close(1008)
}

/** Counts by key and minute, in this process; `max` 0 is no limit. */
export function createMinuteCount(max: number) {
  let counts = new Map<string, number>()
  let since = performance.now()
  /** Whether one more is within the limit. */
  return (key: string): boolean => {
    if (max === 0) return true
    if (performance.now() - since >= MINUTE_MS) [counts, since] = [new Map(), performance.now()]
    const counted = counts.has(key) || counts.size < KEYS_MAX ? key : ''
    const count = (counts.get(counted) ?? 0) + 1
    counts.set(counted, count)
    return count <= max
  }
}

/** What all sockets of a process share. */
export interface StreamContext {
  deps: StreamDeps
  connections: Connections
  hub: Hub
  /** Counts new sockets and tokens by address, each as a request. */
  isWithinPace(address: string): boolean
}

async function authenticate({ deps, connections, isWithinPace }: StreamContext, connection: Connection, token: string) {
  connection.authentications++
  if (connection.authentications > AUTHENTICATIONS_MAX || !isWithinPace(connection.address))
    return refuse(connection, 'rate_limited')
  const attempt = connection.authentications
  const user = await deps.auth.userByToken(token)
  // Two tokens in a row: the later one counts, whichever is looked up first.
  if (!connections.all.has(connection) || attempt !== connection.authentications) return
  if (user && user.id !== connection.user?.id && connections.countOf(user.id) >= SOCKETS_PER_USER_MAX)
    return refuse(connection, 'rate_limited')
  connections.identify(connection, user)
  connection.token = user && token
  if (!user) return sendMessage(connection, { type: 'refused', code: 'unauthenticated' })
  sendMessage(connection, { type: 'authenticated' })
  sendMessage(connection, { type: 'balance', balance: await deps.ledger.balanceOf(user.id) })
}

/** Answers one message of a socket. */
export async function answer(context: StreamContext, connection: Connection, data: RawData, isBinary: boolean) {
  const { deps, hub } = context
  const request = parseRequest(data, isBinary)
  if (!request) return refuse(connection, 'invalid_request')
  if (++connection.messages > MESSAGES_MAX) return refuse(connection, 'rate_limited')
  switch (request.type) {
    case 'authenticate':
      return authenticate(context, connection, request.token)
    case 'subscribe':
      return hub.subscribe(
        connection.member,
        request.symbols.filter((symbol) => deps.market.productBySymbol(symbol)),
      )
    case 'ping':
      return sendMessage(connection, { type: 'pong', clientAt: request.clientAt, serverAt: deps.clock.now() })
  }
}

import { WebSocket } from 'ws'
import type { StreamMessage } from '../../../contract/stream'
import type { AuthenticatedUser } from '../shared/http'
import type { StreamDeps } from './deps'
import { BUFFERED_MAX, type HubMember } from './hub'

export interface Connection {
  socket: WebSocket
  member: HubMember
  address: string
  token: string | undefined
  user: AuthenticatedUser | undefined
  alive: boolean
  authentications: number
  messages: number
}

/** The sockets of one process, with who is behind them. */
export class Connections {
  readonly all = new Set<Connection>()
  private readonly byUser = new Map<bigint, Set<Connection>>()
  private readonly perAddress = new Map<string, number>()

  constructor(private readonly audience: StreamDeps['audience']) {}

  count = (address: string) => this.perAddress.get(address) ?? 0

  add(connection: Connection) {
    this.all.add(connection)
    this.perAddress.set(connection.address, this.count(connection.address) + 1)
  }

  remove(connection: Connection) {
    if (!this.all.delete(connection)) return
    const left = this.count(connection.address) - 1
    if (left > 0) this.perAddress.set(connection.address, left)
    else this.perAddress.delete(connection.address)
    this.identify(connection, undefined)
  }

  identify(connection: Connection, user: AuthenticatedUser | undefined) {
    const before = connection.user && this.byUser.get(connection.user.id)
    before?.delete(connection)
    if (connection.user && before?.size === 0) this.byUser.delete(connection.user.id)
    if (connection.user) this.audience.leave(connection.user.id)
    connection.user = user
    if (!user) return
    this.audience.enter(user.id)
    const group = this.byUser.get(user.id) ?? new Set()
    this.byUser.set(user.id, group)
    group.add(connection)
  }

  countOf = (userId: bigint) => this.byUser.get(userId)?.size ?? 0
  of = (userId: bigint): Iterable<Connection> => this.byUser.get(userId) ?? []
  hasUser = (userId: bigint) => this.byUser.has(userId)
}

/** A user's own events are few and must not be conflated; a reader that cannot even take those is cut and reconnects. */
export function sendMessage(connection: Connection, message: StreamMessage) {
  if (connection.socket.readyState !== WebSocket.OPEN) return
  if (connection.socket.bufferedAmount > 4 * BUFFERED_MAX) return connection.socket.terminate()
  connection.socket.send(JSON.stringify(message))
}

/** The session has ended: the socket continues as a visitor's, and receives nothing of an account. */
export function forgetUser(connections: Connections, connection: Connection) {
  connection.token = undefined
  connections.identify(connection, undefined)
  sendMessage(connection, { type: 'refused', code: 'unauthenticated' })
}

/** Ends sockets that no longer answer, and forgets the user of sessions that ended. */
export function startHeartbeat(deps: StreamDeps, connections: Connections, heartbeatMs: number, recheckMs: number) {
  const beat = setInterval(() => {
    for (const connection of connections.all) {
      if (!connection.alive) {
        connection.socket.terminate()
        continue
      }
      connection.alive = false
      connection.messages = 0
      connection.socket.ping()
    }
  }, heartbeatMs)
  const recheck = setInterval(async () => {
    for (const connection of [...connections.all]) {
      if (connection.token === undefined) continue
      const user = await deps.auth.userByToken(connection.token).catch(() => connection.user)
      if (!user) forgetUser(connections, connection)
    }
  }, recheckMs)
  return () => {
    clearInterval(beat)
    clearInterval(recheck)
  }
}

import { type Connections, forgetUser } from './connections'
import type { StreamDeps } from './deps'

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

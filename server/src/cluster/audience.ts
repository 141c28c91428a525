/** The users with a socket on this node, however many each has. */
export interface Audience {
  enter(userId: bigint): void
  leave(userId: bigint): void
  users(): bigint[]
}

export function createAudience(): Audience {
  const sockets = new Map<bigint, number>()
  return {
    enter(userId) {
      sockets.set(userId, (sockets.get(userId) ?? 0) + 1)
    },
    leave(userId) {
      const left = (sockets.get(userId) ?? 0) - 1
      if (left > 0) sockets.set(userId, left)
      else sockets.delete(userId)
    },
    users: () => [...sockets.keys()],
  }
}

/** The users with a socket on this node, however many each has. */
export type Audience = ReturnType<typeof createAudience>

export function createAudience() {
  const sockets = new Map<bigint, number>()
  return {
    enter(userId: bigint) {
      sockets.set(userId, (sockets.get(userId) ?? 0) + 1)
    },
    leave(userId: bigint) {
      const left = (sockets.get(userId) ?? 0) - 1
      if (left > 0) sockets.set(userId, left)
      else sockets.delete(userId)
    },
    users: (): bigint[] => [...sockets.keys()],
  }
}

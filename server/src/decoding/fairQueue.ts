/** Time spent is forgotten after this long. */
const WINDOW_MS = 10 * 60_000
/** The most users whose time is remembered. */
const USERS_MAX = 10_000

export interface FairQueueLimits {
  /** Tasks at once; one of each user. */
  running: number
  waiting: number
  /** Who has taken less than this in the last minutes has the last free place, and is let go no sooner than a newcomer. */
  frugalMs: number
}

export interface FairQueue {
  /** Runs `work` in its turn; undefined when too many wait already, and this user is not the one who has taken least. */
  run<T>(user: string, work: () => Promise<T>): Promise<T | undefined>
}

interface Waiting {
  user: string
  begin(isTurn: boolean): void
}

/**
 * A fair queue: next is the user who has taken the least time in the last minutes, and one place is reserved for users
 * who have taken little. A full queue lets go of whoever has taken most.
 */
export function createFairQueue(limits: FairQueueLimits, now = () => performance.now()): FairQueue {
  const running = new Set<string>()
  const spent = new Map<string, { ms: number; since: number }>()
  let waiting: Waiting[] = []

  function spentBy(user: string): number {
    const entry = spent.get(user)
    return entry && now() - entry.since < WINDOW_MS ? entry.ms : 0
  }

  function note(user: string, ms: number) {
    const before = spentBy(user)
    const since = before > 0 ? (spent.get(user)?.since ?? now()) : now()
    spent.delete(user)
    spent.set(user, { ms: before + ms, since })
    const [oldest] = spent.keys()
    if (spent.size > USERS_MAX && oldest !== undefined) spent.delete(oldest)
  }

  const mayBegin = (user: string) =>
    !running.has(user) &&
    running.size < limits.running - (limits.running > 1 && spentBy(user) >= limits.frugalMs ? 1 : 0)

  const waitingOf = (user: string) => waiting.filter((each) => each.user === user).length
  /** A few pictures count for nothing: users who have sent none yet, e.g. new accounts of one attacker, are not better. */
  const burdenOf = (user: string) => Math.max(0, spentBy(user) - limits.frugalMs)
  const byBurden = (one: string, other: string) => burdenOf(one) - burdenOf(other) || waitingOf(one) - waitingOf(other)

  function leave(task: Waiting, isTurn: boolean) {
    waiting = waiting.filter((each) => each !== task)
    task.begin(isTurn)
  }

  /** False if the newcomer is the one for whom there is no room. */
  function makeRoom(newcomer: string): boolean {
    if (waiting.length < limits.waiting) return true
    const heaviest = waiting.reduce((most, each) => (byBurden(each.user, most.user) >= 0 ? each : most))
    const more = burdenOf(heaviest.user) - burdenOf(newcomer) || waitingOf(heaviest.user) - waitingOf(newcomer) - 1
    if (more <= 0) return false
    leave(heaviest, false)
    return true
  }

  function beginNext() {
    const able = waiting.filter(({ user }) => mayBegin(user))
    if (able.length === 0) return
    const next = able.reduce((least, each) => (spentBy(each.user) < spentBy(least.user) ? each : least))
    // Its place is taken here, so that no newcomer takes it first.
    running.add(next.user)
    leave(next, true)
    beginNext()
  }

  return {
    async run(user, work) {
      if (mayBegin(user)) running.add(user)
      else if (!makeRoom(user) || !(await new Promise<boolean>((begin) => waiting.push({ user, begin })))) {
        return undefined
      }
      const beganAt = now()
      try {
        return await work()
      } finally {
        note(user, now() - beganAt)
        running.delete(user)
        beginNext()
      }
    },
  }
}

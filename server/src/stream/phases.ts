import { createHub, type Hub, type HubDeps, type HubMember } from './hub'

/** Into this many parts the sockets are spread. */
export const PHASES = 4
/** After this many rounds of all parts one turn is left out. */
export const ROUNDS = 25
const TURNS = PHASES * ROUNDS

/**
 * A hub whose every flush serves a part of its members, in turns, with frames of the newest prices. All get as many frames, each at
 * the same distance from its last, and as new; but a socket waits for the sends to its own part only, not to everybody's. A new
 * member goes where the fewest are. Prices that arrive in step with the turns would always reach one part sooner than
 * another. One turn is therefore left out from time to time, which shifts all parts, so that on average no part gets
 * prices sooner.
 */
export function createPhases(deps: HubDeps): Hub {
  const parts = Array.from({ length: PHASES }, () => createHub(deps))
  const homes = new Map<HubMember, Hub>()
  let turn = 0
  return {
    join(socket) {
      const home = parts.reduce((least, part) => (part.size() < least.size() ? part : least))
      const member = home.join(socket)
      homes.set(member, home)
      return member
    },
    leave(member) {
      homes.get(member)?.leave(member)
      homes.delete(member)
    },
    subscribe: (member, symbols) => homes.get(member)?.subscribe(member, symbols),
    markChanged(symbol) {
      for (const part of parts) part.markChanged(symbol)
    },
    flush() {
      const at = turn++ % (TURNS + 1)
      if (at < TURNS) parts[at % PHASES]?.flush()
    },
    size: () => homes.size,
  }
}

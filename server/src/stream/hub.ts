import type { Quote } from '../../../contract/market'
import { rowOf } from '../../../contract/quoteRows'
import { textFrame } from './frame'

/** The socket as the hub needs it. */
export interface HubSocket {
  readonly bufferedAmount: number
  /** Takes the bytes of a whole frame, which other sockets get as well: nobody may change them. */
  send(frame: Buffer): void
}

export interface HubMember {
  readonly socket: HubSocket
  symbols: readonly string[]
  /** Skipped while it read too slowly: the next frame it gets is everything, not what it missed. */
  behind: boolean
  /** Where it is, and at which place. */
  group: Group | undefined
  place: number
}

/** Members with the same set share their frames. */
interface Group {
  readonly key: string
  readonly symbols: readonly string[]
  readonly members: HubMember[]
}

/** Above this much unsent, a reader is skipped until it has caught up. */
export const BUFFERED_MAX = 64 * 1024

/** Multiples of it fall evenly between 0 and 1, for any number of them: nobody is first more often than others. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

export interface Hub {
  join(socket: HubSocket): HubMember
  leave(member: HubMember): void
  /** Replaces the member's set and sends the newest quotes of it at once. */
  subscribe(member: HubMember, symbols: readonly string[]): void
  markChanged(symbol: string): void
  /** Sends one frame to each set of members with a changed product; each frame is serialised once. */
  flush(): void
  size(): number
}

type QuoteSource = (symbol: string) => Quote | undefined

/** Frames of quotes as rows (contract/quoteRows.ts). Each quote is serialised once a turn: sets that share a product share its text. */
function createFrames(now: () => number, quote: QuoteSource) {
  const texts = new Map<string, string>()
  let since = now()

  function textOf(symbol: string): string {
    const known = texts.get(symbol)
    if (known !== undefined) return known
    const found = quote(symbol)
    const text = found ? JSON.stringify(rowOf(found, since)) : ''
    texts.set(symbol, text)
    return text
  }

  return {
    of(symbols: readonly string[]): Buffer {
      const rows = symbols
        .map(textOf)
        .filter((text) => text !== '')
        .join(',')
      return textFrame(`{"type":"rows","serverAt":${now()},"since":${since},"rows":[${rows}]}`)
    },
    forget: (symbol: string) => texts.delete(symbol),
    forgetAll() {
      texts.clear()
      since = now()
    },
  }
}

/** Members by what they subscribe to. */
function createGroups() {
  const groups = new Map<string, Group>()

  function leave(member: HubMember) {
    const { group } = member
    const last = group?.members.pop()
    if (!group || !last) return
    // The last one takes the place that becomes free.
    if (last !== member) {
      group.members[member.place] = last
      last.place = member.place
    }
    if (group.members.length === 0) groups.delete(group.key)
    member.group = undefined
  }

  return {
    all: () => [...groups.values()],
    leave,
    move(member: HubMember, symbols: readonly string[]) {
      leave(member)
      member.symbols = symbols
      if (symbols.length === 0) return
      const key = symbols.join(',')
      const group = groups.get(key) ?? { key, symbols, members: [] }
      groups.set(key, group)
      // One array of names for all who share it.
      member.symbols = group.symbols
      member.group = group
      member.place = group.members.push(member) - 1
    },
  }
}

/** Where a round of this many begins in this turn. */
const beginning = (turn: number, length: number) => Math.floor(((turn * GOLDEN) % 1) * length)

export interface HubDeps {
  now(): number
  quote: QuoteSource
  onSkipped(): void
}

export function createHub(deps: HubDeps): Hub {
  const frames = createFrames(() => deps.now(), deps.quote)
  const groups = createGroups()
  let members = 0
  let turn = 0
  let changed = new Set<string>()

  function sendTo({ symbols, members: round }: Group, moved: readonly string[]) {
    let frame: Buffer | undefined
    let all: Buffer | undefined
    const first = beginning(turn, round.length)
    for (let at = 0; at < round.length; at++) {
      const member = round[(first + at) % round.length] as HubMember
      if (member.socket.bufferedAmount > BUFFERED_MAX) {
        member.behind = true
        deps.onSkipped()
        continue
      }
      if (member.behind) {
        all ??= frames.of(symbols)
        member.socket.send(all)
        member.behind = false
      } else if (moved.length > 0) {
        frame ??= frames.of(moved)
        member.socket.send(frame)
      }
    }
  }

  return {
    join(socket) {
      members++
      return { socket, symbols: [], behind: false, group: undefined, place: 0 }
    },
    leave(member) {
      members--
      groups.leave(member)
    },
    subscribe(member, symbols) {
      groups.move(member, [...new Set(symbols)].sort())
      member.behind = member.socket.bufferedAmount > BUFFERED_MAX
      if (member.symbols.length > 0 && !member.behind) member.socket.send(frames.of(member.symbols))
    },
    markChanged(symbol) {
      changed.add(symbol)
      frames.forget(symbol)
    },
    flush() {
      const moved = changed
      changed = new Set()
      turn++
      // The 24-hour figures move with time, too.
      frames.forgetAll()
      const all = groups.all()
      const first = beginning(turn, all.length)
      for (let at = 0; at < all.length; at++) {
        const group = all[(first + at) % all.length] as Group
        sendTo(
          group,
          group.symbols.filter((symbol) => moved.has(symbol)),
        )
      }
    },
    size: () => members,
  }
}

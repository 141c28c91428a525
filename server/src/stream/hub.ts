import type { Quote } from '../../../contract/market'
import type { StreamMessage } from '../../../contract/stream'

/** What the hub needs of a socket; `ws` fits. */
export interface HubSocket {
  readonly bufferedAmount: number
  send(frame: string): void
}

export interface HubMember {
  socket: HubSocket
  /** Sorted, joined: members with the same set share their frames. */
  key: string
  symbols: readonly string[]
  /** Skipped while it read too slowly: the next frame it gets is everything, not what it missed. */
  behind: boolean
}

/** Above this much unsent, a reader is skipped until it has caught up. */
export const BUFFERED_MAX = 64 * 1024

type QuotesMessage = Extract<StreamMessage, { type: 'quotes' }>

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

/** Frames of quotes. Each quote is serialised once a turn: sets that share a product share its text. */
function createFrames(now: () => number, quote: QuoteSource) {
  const texts = new Map<string, string>()

  function textOf(symbol: string): string {
    const known = texts.get(symbol)
    if (known !== undefined) return known
    const found = quote(symbol)
    const text = found ? JSON.stringify(found satisfies QuotesMessage['quotes'][number]) : ''
    texts.set(symbol, text)
    return text
  }

  return {
    of(symbols: readonly string[]): string {
      const quotes = symbols.map(textOf).filter((text) => text !== '')
      return `{"type":"quotes","serverAt":${now()},"quotes":[${quotes.join(',')}]}`
    },
    forget: (symbol: string) => texts.delete(symbol),
    forgetAll: () => texts.clear(),
  }
}

/** Members by what they subscribe to. */
function createGroups() {
  const groups = new Map<string, Set<HubMember>>()
  return {
    all: () => groups.values(),
    move(member: HubMember, symbols: readonly string[]) {
      groups.get(member.key)?.delete(member)
      if (groups.get(member.key)?.size === 0) groups.delete(member.key)
      member.symbols = symbols
      member.key = symbols.join(',')
      if (symbols.length === 0) return
      const group = groups.get(member.key) ?? new Set()
      groups.set(member.key, group)
      group.add(member)
    },
  }
}

export function createHub(deps: { now(): number; quote: QuoteSource; onSkipped(): void }): Hub {
  const frames = createFrames(() => deps.now(), deps.quote)
  const groups = createGroups()
  let members = 0
  let changed = new Set<string>()

  function sendTo(group: ReadonlySet<HubMember>, symbols: readonly string[], moved: readonly string[]) {
    let frame: string | undefined
    let whole: string | undefined
    for (const member of group) {
      if (member.socket.bufferedAmount > BUFFERED_MAX) {
        member.behind = true
        deps.onSkipped()
        continue
      }
      if (member.behind) {
        whole ??= frames.of(symbols)
        member.socket.send(whole)
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
      return { socket, key: '', symbols: [], behind: false }
    },
    leave(member) {
      members--
      groups.move(member, [])
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
      // The 24-hour figures move with time, too.
      frames.forgetAll()
      for (const group of groups.all()) {
        const [first] = group
        if (!first) continue
        const { symbols } = first
        sendTo(
          group,
          symbols,
          symbols.filter((symbol) => moved.has(symbol)),
        )
      }
    },
    size: () => members,
  }
}

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
  /** Sends one frame to each set of members that has news; each frame is serialised once. */
  flush(): void
  size(): number
}

export function createHub(deps: { now(): number; quote(symbol: string): Quote | undefined; onSkipped(): void }): Hub {
  const groups = new Map<string, Set<HubMember>>()
  let members = 0
  let changed = new Set<string>()
  /** Quotes of this turn as text: sets that share a product share its text. */
  const texts = new Map<string, string>()

  function textOf(symbol: string): string {
    const known = texts.get(symbol)
    if (known !== undefined) return known
    const quote = deps.quote(symbol)
    const text = quote ? JSON.stringify(quote satisfies QuotesMessage['quotes'][number]) : ''
    texts.set(symbol, text)
    return text
  }

  const frameOf = (symbols: readonly string[]): string => {
    const quotes = symbols.map(textOf).filter((text) => text !== '')
    return `{"type":"quotes","serverAt":${deps.now()},"quotes":[${quotes.join(',')}]}`
  }

  function move(member: HubMember, symbols: readonly string[]) {
    groups.get(member.key)?.delete(member)
    if (groups.get(member.key)?.size === 0) groups.delete(member.key)
    member.symbols = symbols
    member.key = symbols.join(',')
    if (symbols.length === 0) return
    const group = groups.get(member.key) ?? new Set()
    groups.set(member.key, group)
    group.add(member)
  }

  function sendTo(group: ReadonlySet<HubMember>, symbols: readonly string[], changed: readonly string[]) {
    let frame: string | undefined
    let whole: string | undefined
    for (const member of group) {
      if (member.socket.bufferedAmount > BUFFERED_MAX) {
        member.behind = true
        deps.onSkipped()
        continue
      }
      if (member.behind) {
        whole ??= frameOf(symbols)
        member.socket.send(whole)
        member.behind = false
      } else if (changed.length > 0) {
        frame ??= frameOf(changed)
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
      move(member, [])
    },
    subscribe(member, symbols) {
      move(member, [...new Set(symbols)].sort())
      member.behind = member.socket.bufferedAmount > BUFFERED_MAX
      if (member.symbols.length > 0 && !member.behind) member.socket.send(frameOf(member.symbols))
    },
    markChanged(symbol) {
      changed.add(symbol)
      texts.delete(symbol)
    },
    flush() {
      const moved = changed
      changed = new Set()
      // The figures of 24 hours move with time, too.
      texts.clear()
      for (const group of groups.values()) {
        const [first] = group
        if (!first) continue
        sendTo(
          group,
          first.symbols,
          first.symbols.filter((symbol) => moved.has(symbol)),
        )
      }
    },
    size: () => members,
  }
}

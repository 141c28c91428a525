import type { Log } from '../../shared/log'

/** One connection to a source. */
export interface Line {
  start(): void
  stop(): Promise<void>
  /** Undefined before the first attempt has ended. */
  isOpen(): boolean | undefined
}

/** The names that one line asks for. They change when the source refuses some of them. */
export interface Group {
  names(): readonly string[]
  /** Whether it is one name that the source refuses: it is asked for rarely. */
  isRefused(): boolean
  /**
   * The source refuses a request. `entirely`: no name of the group gets prices. Returns whether the group has changed for it.
   */
  refused(text: string, entirely: boolean): boolean
}

/** Statuses that say that the request is wrong, and not that this address may not ask or that the source is busy. */
export const isRefusal = (status: number): boolean => [400, 404, 410, 422].includes(status)

/** The names that occur in the text of a refusal as whole words. */
function namesIn(text: string, names: readonly string[]): string[] {
  const words = text.toLowerCase().split(/[^a-z0-9*._-]+/)
  const known = new Set(words.map((word) => word.replace(/^0x/, '').replace(/[.-]+$/, '')))
  return names.filter((name) => known.has(name.toLowerCase()))
}

interface Member<L> {
  names: readonly string[]
  refused: boolean
  line: L
}

/** The names that all lines ask for. */
export interface Groups<L> {
  start(): void
  stop(): Promise<void>
  lines(): L[]
  /** Whether each line is open, without those of refused names. */
  open(): (boolean | undefined)[]
  /** Names that the source refuses. */
  refused(): string[]
  /** Prices of a name have come. */
  heard(name: string): void
}

/**
 * Asks a source for its names, so that one that it refuses does not stop the others. A name that the refusal mentions gets a
 * separate line, and is asked for rarely; if it mentions none, the group is halved until the name is alone. If nothing
 * is left, the fault is not that of a name: all are asked for together again.
 */
export function createGroups<L extends Line>(options: {
  source: string
  names: readonly string[]
  /** How many names a line may ask for. */
  perLine: number
  log: Log
  open(group: Group): L
}): Groups<L> {
  const { source, log, perLine } = options
  let members: Member<L>[] = []
  let running = false
  const ending = new Set<Promise<void>>()
  /** False from when all names were refused until one has a price. */
  let maySplit = true

  function add(names: readonly string[], refused: boolean) {
    const member = { names, refused } as Member<L>
    const group: Group = {
      names: () => member.names,
      isRefused: () => member.refused,
      refused: (text, entirely) => members.includes(member) && refuse(member, text, entirely),
    }
    member.line = options.open(group)
    members.push(member)
    if (running) member.line.start()
  }

  function leaveOut(member: Member<L>, names: readonly string[], text: string) {
    log.error({ source, names, answer: text.slice(0, 300) }, 'a price source refuses names: it is asked without them')
    member.names = member.names.filter((name) => !names.includes(name))
    for (const name of names) add([name], true)
  }

  /** All names together again, on the line of `member`. */
  function join(member: Member<L>) {
    for (const { line } of members) {
      if (line === member.line) continue
      const end = line.stop().finally(() => ending.delete(end))
      ending.add(end)
    }
    Object.assign(member, { names: options.names.slice(0, perLine), refused: false })
    members = [member]
    for (let from = perLine; from < options.names.length; from += perLine)
      add(options.names.slice(from, from + perLine), false)
  }

  function refuse(member: Member<L>, text: string, entirely: boolean): boolean {
    const { names } = member
    const named = namesIn(text, names)
    if (named.length > 0 && named.length < names.length) leaveOut(member, named, text)
    else if (!entirely || !maySplit || member.refused) return false
    else if (names.length > 1) {
      member.names = names.slice(0, Math.ceil(names.length / 2))
      add(names.slice(member.names.length), false)
    } else {
      log.error(
        { source, names, answer: text.slice(0, 300) },
        'a price source refuses a name and is asked for it rarely',
      )
      member.refused = true
    }
    if (members.every(({ refused }) => refused)) {
      maySplit = false
      join(member)
    }
    return true
  }

  for (let from = 0; from < options.names.length; from += perLine) add(options.names.slice(from, from + perLine), false)

  return {
    start() {
      running = true
      for (const { line } of members) line.start()
    },
    async stop() {
      running = false
      await Promise.all([...ending, ...members.map(({ line }) => line.stop())])
    },
    lines: () => members.map(({ line }) => line),
    open: () => members.filter(({ refused }) => !refused).map(({ line }) => line.isOpen()),
    refused: () => members.filter(({ refused }) => refused).flatMap(({ names }) => names),
    heard(name) {
      maySplit = true
      const member = members.find(({ refused, names }) => refused && names.includes(name))
      if (!member) return
      member.refused = false
      log.info({ source, name }, 'a price source gives prices of a name that it had refused')
    },
  }
}

import type { Clock } from '../../shared/clock'
import { isFields, parseFields } from '../feeds/feedMessage'
import { isRefusal } from '../feeds/groups'

/** An answer that is no update; says what came. */
export class HermesError extends Error {
  override name = 'HermesError'
}

const ANSWER_WITHIN_MS = 5_000
/** Maximum length of one event or answer: updates of hundreds of feeds fit. */
const ANSWER_MAX = 2_000_000
/** Characters of a refusal that are read: it names every unknown feed. */
const REFUSAL_MAX = 20_000

export interface HermesAddress {
  url: string
  apiKey: string | undefined
}

/** Ids that the server does not know shall not cost the prices of the others. */
const QUERY = 'encoding=hex&parsed=false&ignore_invalid_price_ids=true'
const pathOf = (path: string, feeds: readonly string[]) =>
  `/v2/updates/price/${path}?${feeds.map((feed) => `ids[]=${feed}`).join('&')}&${QUERY}`

const headersOf = ({ apiKey }: HermesAddress): Record<string, string> =>
  apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }

/** The updates in a JSON text; undefined if it is none. */
export function updatesIn(text: string): Buffer[] | undefined {
  const binary = parseFields(text)?.binary
  const data = isFields(binary) ? binary.data : undefined
  if (!Array.isArray(data)) return undefined
  const texts = data.filter((each) => typeof each === 'string' && /^([0-9a-fA-F]{2})+$/.test(each))
  return texts.length === data.length ? texts.map((each: string) => Buffer.from(each, 'hex')) : undefined
}

/** The beginning of an answer's text. Throws what `fetch` throws. */
async function readText({ body }: Response, max: number): Promise<string> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.length > max) break
  }
  return text.slice(0, max)
}

/**
 * The first updates of feeds at or after a second, or the latest; none if there is none. Throws what `fetch` throws, and
 * `HermesError`.
 */
export async function fetchUpdates(
  address: HermesAddress,
  feeds: readonly string[],
  second: number | 'latest',
  signal: AbortSignal,
): Promise<Buffer[]> {
  const response = await fetch(`${address.url}${pathOf(String(second), feeds)}`, {
    headers: headersOf(address),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  })
  const text = await readText(response, ANSWER_MAX + 1)
  if (response.status === 404) return []
  if (!response.ok) throw new HermesError(`status ${response.status}: ${text.slice(0, 200)}`)
  const updates = text.length <= ANSWER_MAX ? updatesIn(text) : undefined
  if (!updates) throw new HermesError(`no updates: ${text.slice(0, 200)}`)
  return updates
}

/** Ends a stream that does not end by itself. */
export interface StreamTimes {
  /** Without anything for this long it is given up. */
  quietMs: number
  /** Ended by plan after this long. */
  lifeMs: number
}

/** Aborts `control` when nothing was heard for long, or at the end of its life. */
function watch(clock: Clock, times: StreamTimes, control: AbortController, heardAtMs: () => number) {
  const beganAtMs = clock.now()
  const timer = setInterval(
    () => {
      if (clock.now() - heardAtMs() > times.quietMs) control.abort('silent')
      else if (clock.now() - beganAtMs > times.lifeMs) control.abort('renewed')
    },
    Math.min(1_000, times.quietMs / 2),
  )
  timer.unref()
  return () => clearInterval(timer)
}

/** Why a stream ended: `closed`, `silent`, `renewed`, `too_long` or `http_…`; and what a refusal says. */
export interface StreamEnd {
  cause: string
  refusal?: string
}

/**
 * Reads a stream of updates until it ends, and returns why. Throws what `fetch` throws. `onOpen` is called once it is
 * there, `onData` with the text of each event.
 */
export async function readUpdateStream(options: {
  address: HermesAddress
  feeds: readonly string[]
  times: StreamTimes
  clock: Clock
  signal: AbortSignal
  onOpen(): void
  onData(text: string): void
}): Promise<StreamEnd> {
  const { address, clock } = options
  let heardAtMs = clock.now()
  const control = new AbortController()
  const endWatch = watch(clock, options.times, control, () => heardAtMs)
  try {
    const response = await fetch(`${address.url}${pathOf('stream', options.feeds)}`, {
      headers: { ...headersOf(address), accept: 'text/event-stream' },
      signal: AbortSignal.any([options.signal, control.signal]),
    })
    if (!response.ok || !response.body) {
      const refusal = await readText(response, REFUSAL_MAX)
      return { cause: `http_${response.status}`, ...(isRefusal(response.status) && { refusal }) }
    }
    options.onOpen()
    let rest = ''
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      heardAtMs = clock.now()
      const lines = `${rest}${part}`.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > ANSWER_MAX) return { cause: 'too_long' }
      for (const line of lines) if (line.startsWith('data:')) options.onData(line.slice('data:'.length).trim())
    }
    return { cause: 'closed' }
  } catch (error) {
    if (control.signal.aborted) return { cause: String(control.signal.reason) }
    throw error
  } finally {
    endWatch()
    control.abort('closed')
  }
}

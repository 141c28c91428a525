import { accessSync, constants, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { present } from '../../shared/assert'
import { ConfigError, type Env } from '../../shared/env'
import type { Funds } from '../../shared/settings'
import { PUBLISHED_SIGNERS, readSignerSet, type SignerSet, TEST_SIGNERS } from '../../shared/signed/signerSet'
import { isSigned, ruleOf, SIGNED } from '../../shared/signed/source'

export type LiveKind = 'binance' | 'okx'

/** Where signed prices come from. */
export interface SignedSource {
  kind: typeof SIGNED
  /** Addresses of the same API, all asked in parallel; without a slash at the end. */
  urls: string[]
  apiKey: string | undefined
  set: SignerSet
}

export type SourceSettings =
  | { kind: 'simulated' }
  | { kind: 'replay'; name: string; file: string }
  | { kind: LiveKind; streamUrl: string; historyUrl: string }
  | SignedSource

/** Where prices come from, as configured. */
export interface FeedSettings {
  /** The most wanted first. */
  sources: SourceSettings[]
  /** Sets that are believed when results are decided again; prices come from the first. */
  signers: SignerSet[]
  /** Names that a source has for our products, if they differ from the usual ones. */
  names: { kind: SourceSettings['kind']; symbol: string; name: string }[]
  /** How far a source's time may differ from this server's; each order is signed with it. */
  skewMs: number
  /** A product moves to the next source after its source has sent nothing for this long. */
  failoverMs: number
  /** A product returns to a preferred source after that source has been healthy for this long. */
  recoveryMs: number
  /** Basis points that a product may move from one tick to the next without a confirmation; 0 for no limit. */
  jumpBp: number
  jumpBpOf: Record<string, number>
  /** Whether the app finds the trades of these feeds at the exchanges (src/stores/lookUp/exchanges.ts). */
  areUsual: boolean
}

/** Sources that are exchanges. */
export const LIVE: readonly LiveKind[] = ['binance', 'okx']
/** The setting of each address, and the address if nothing is set. */
const ENDPOINTS: Record<LiveKind, Record<'stream' | 'history', [setting: string, usual: string]>> = {
  binance: {
    stream: ['FEED_BINANCE_URL', 'wss://stream.binance.com:9443'],
    history: ['FEED_BINANCE_HISTORY_URL', 'https://api.binance.com/api/v3'],
  },
  okx: {
    stream: ['FEED_OKX_URL', 'wss://ws.okx.com:8443/ws/v5/public'],
    history: ['FEED_OKX_HISTORY_URL', 'https://www.okx.com/api/v5'],
  },
}
/** Where an exchange serves its prices: with live funds, addresses are below one of these. */
export const LIVE_HOSTS: Record<LiveKind, readonly string[]> = {
  binance: ['binance.com', 'binance.us', 'binance.vision'],
  okx: ['okx.com'],
}
const VALUES = 'simulated, replay:<file>, or one or more of binance, okx and pyth with commas between'
const URLS_MAX = 2

/** Money depends on these prices, so with live funds nobody between the source and us may alter them. */
function endpoint(env: Env, [name, fallback]: [string, string], protocols: readonly string[], live: boolean): string {
  const text = env[name]?.trim() || fallback
  const allowed = live ? protocols.slice(0, 1) : protocols
  if (!URL.canParse(text) || !allowed.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be an address that starts with ${allowed.join('// or ')}//.`)
  }
  return text.replace(/\/+$/, '')
}

function liveSource(env: Env, kind: LiveKind, live: boolean): SourceSettings {
  const { stream, history } = ENDPOINTS[kind]
  return {
    kind,
    streamUrl: endpoint(env, stream, ['wss:', 'ws:'], live),
    historyUrl: endpoint(env, history, ['https:', 'http:'], live),
  }
}

/** The sets of `PYTH_SIGNERS`, the one in use first, and the published one. */
function signersOf(env: Env): SignerSet[] {
  const texts = (env.PYTH_SIGNERS ?? '').split(';').map((text) => text.trim())
  const unique = [...new Set([...texts.filter((text) => text !== ''), PUBLISHED_SIGNERS])]
  return unique.map((text) => {
    const set = readSignerSet(text)
    if (set) return set
    throw new ConfigError(
      'PYTH_SIGNERS must be signer sets such as signers|1|index|chain|emitter|quorum|addresses, the one in use first, with semicolons between.',
    )
  })
}

function signedSource(env: Env, live: boolean): SignedSource {
  const urls = (env.PYTH_URL ?? '').split(',').filter((text) => text.trim() !== '')
  if (urls.length === 0 || urls.length > URLS_MAX) {
    throw new ConfigError('FEED has pyth but PYTH_URL is not set: it takes one address or two with a comma between.')
  }
  const set = present(signersOf(env)[0], 'the published set is always there')
  const addresses = urls.map((text) => endpoint({ PYTH_URL: text }, ['PYTH_URL', ''], ['https:', 'http:'], live))
  return { kind: SIGNED, urls: addresses, apiKey: env.PYTH_API_KEY?.trim() || undefined, set }
}

function replaySource(text: string): SourceSettings {
  const file = resolve(text)
  try {
    if (!statSync(file).isFile()) throw new Error('no file')
    accessSync(file, constants.R_OK)
  } catch {
    throw new ConfigError(`FEED replays "${text}" but there is no such file to read: set FEED to replay:<file>.`)
  }
  // The name is public, in the tick log and on receipts: without folders, and without what separates fields there.
  return {
    kind: 'replay',
    name: `replay:${basename(file)
      .replace(/[^\w.-]/g, '_')
      .slice(0, 60)}`,
    file,
  }
}

function sourcesOf(env: Env, live: boolean): SourceSettings[] {
  const text = env.FEED?.trim() || 'simulated'
  if (text === 'simulated') return [{ kind: 'simulated' }]
  if (text.startsWith('replay:')) return [replaySource(text.slice('replay:'.length))]
  const known = [...LIVE, SIGNED] as const
  const kinds = text.split(',').map((part) => known.find((kind) => kind === part.trim()))
  if (kinds.includes(undefined) || new Set(kinds).size < kinds.length) {
    throw new ConfigError(`FEED is "${text}" but must be ${VALUES}.`)
  }
  return kinds.flatMap((kind) => {
    if (kind === undefined) return []
    return kind === SIGNED ? [signedSource(env, live)] : [liveSource(env, kind, live)]
  })
}

/** `okx:BTCUSDT=BTC-USDT-SWAP,replay:ETHUSDT=ETHUSDT` */
function namesOf(env: Env): FeedSettings['names'] {
  const texts = (env.FEED_SYMBOLS ?? '').split(',').filter((text) => text.trim() !== '')
  return texts.map((text) => {
    const match = /^\s*(binance|okx|replay|pyth):([A-Z0-9]{2,16})=([\w.*-]{1,64})\s*$/.exec(text)
    const [, from, symbol, name] = match ?? []
    const kind = from === 'replay' || from === SIGNED ? from : LIVE.find((each) => each === from)
    if (kind && symbol && name) return { kind, symbol, name }
    throw new ConfigError(
      `FEED_SYMBOLS has "${text.trim()}" but takes entries such as okx:BTCUSDT=BTC-USDT-SWAP, with commas between.`,
    )
  })
}

/** `200,XAUUSD=50`: for all products, then for single ones. */
function jumpsOf(env: Env): Pick<FeedSettings, 'jumpBp' | 'jumpBpOf'> {
  const [first = '', ...rest] = (env.FEED_JUMP_BP?.trim() || '200').split(',').map((part) => part.trim())
  const entries = rest.map((part) => /^([A-Z0-9]{2,16})=(\d{1,5})$/.exec(part))
  if (!/^\d{1,5}$/.test(first) || entries.includes(null)) {
    throw new ConfigError('FEED_JUMP_BP must be basis points such as 200, or 200,XAUUSD=50 for single products.')
  }
  const jumpBpOf = Object.fromEntries(entries.map((entry) => [entry?.[1] ?? '', Number(entry?.[2])]))
  return { jumpBp: Number(first), jumpBpOf }
}

export const isLive = (source: SourceSettings) => source.kind !== 'simulated' && source.kind !== 'replay'

const nameOf = (sources: readonly SourceSettings[]) =>
  sources.map((source) => (source.kind === 'replay' ? source.name : source.kind)).join(',')

/** All sources: `simulated`, `replay:day.csv`, `binance,okx`, `binance,pyth`. */
export const feedName = ({ sources }: FeedSettings): string => nameOf(sources)

/** Sources that stand in for each other: all but the signed one, whose products have no other. */
export const plainSources = ({ sources }: FeedSettings) =>
  sources.filter((source): source is Exclude<SourceSettings, SignedSource> => source.kind !== SIGNED)

/** The source that tickets and receipts of the other products show. */
export const plainName = (settings: FeedSettings): string => nameOf(plainSources(settings))

export const signedSourceOf = ({ sources }: FeedSettings): SignedSource | undefined =>
  sources.find((source) => source.kind === SIGNED)

/** Whether this feed prices a product that has this source. */
export const pricesSource = (settings: FeedSettings, source: string): boolean =>
  isSigned(source) ? signedSourceOf(settings) !== undefined : source !== '' && source === plainName(settings)

export const TEST_SET_ID = present(readSignerSet(TEST_SIGNERS), 'the text is one of a set').id

/** Whether its prices are made up while it runs: simulated, or signed by the test signers. */
export const isMadeUp = (settings: FeedSettings): boolean =>
  settings.sources.some((source) => source.kind === 'simulated') || signedSourceOf(settings)?.set.id === TEST_SET_ID

/** How the prices of a product decide its orders, as its ticket says it. */
export function pricedHow({ signers }: Pick<FeedSettings, 'signers'>, product: { source: string; instrument: string }) {
  const { source, instrument } = product
  const [feed = '', id] = instrument.split(':')
  const set = isSigned(source) ? signers.find((each) => each.id === id) : undefined
  return {
    rule: ruleOf(source),
    signers: set ? { feed, set: set.id, needed: set.quorum, of: set.addresses.length } : null,
    invented: source === 'simulated' || set?.id === TEST_SET_ID,
  }
}

/**
 * Whether each exchange that prices products here is asked at its usual address: numbers of trades are those of one market,
 * and another address, e.g. of futures, has other trades under them.
 */
const areUsual = (sources: readonly SourceSettings[]): boolean =>
  sources.every((source) => !('historyUrl' in source) || source.historyUrl === ENDPOINTS[source.kind].history[1])

/** Reads FEED and everything that begins with FEED_. Throws `ConfigError`. */
export function readFeedSettings(env: Env, funds: Funds): FeedSettings {
  const sources = sourcesOf(env, funds === 'live')
  return {
    sources,
    signers: signersOf(env),
    areUsual: areUsual(sources),
    names: namesOf(env),
    skewMs: 5_000,
    failoverMs: 2_500,
    recoveryMs: 30_000,
    ...jumpsOf(env),
  }
}

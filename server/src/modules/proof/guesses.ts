import { GUESS_SECONDS, type GuessPrices, type MakeGuess, type SignedGuess } from '../../../../contract/guess'
import type { SignedHead } from '../../../../contract/proof'
import type { Database } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { ok, type Result, refuse } from '../../shared/result'
import type { Keyring } from '../../signedLogs/keys'
import { HEAD_TREE } from '../../signedLogs/logs'
import { inclusionPath } from '../../signedLogs/merkle'
import { guessText } from '../../signedLogs/texts'
import type { WholeTickLog } from '../../signedLogs/tickArchive'
import type { TreeReader } from '../../signedLogs/treeReader'
import { checkMarket, type MarketRefusal, type TradingMarket } from '../orders/service'
import type { OpenHead } from './openHeads'
import { rangesOf, spanOf } from './ranges'
import { findEntryTime } from './repository'

/** Prices of a guess can be asked for so long after its acceptance; then they are in the public log like all others. */
const PRICES_KEPT_MS = 10 * 60_000

export interface GuessDeps {
  clock: Clock
  database: Database
  keyring: Keyring
  market: TradingMarket
  tickLog: WholeTickLog
  trees: TreeReader
  config: { proofOrigin: string }
}

/** The heads' part in a guess. */
interface HeadsOfGuesses {
  newest(): Promise<OpenHead>
  signed(head: OpenHead): Promise<SignedHead>
}

/** Tries without an account: the terms are signed, the prices are proven, and nothing is kept. */
export function createGuesses(deps: GuessDeps, { newest, signed }: HeadsOfGuesses) {
  const { clock, keyring, market, config } = deps
  return {
    async accept({ symbol, direction }: MakeGuess): Promise<Result<SignedGuess, MarketRefusal | 'product_unknown'>> {
      const product = market.productBySymbol(symbol)
      if (!product) return refuse('product_unknown')
      const state = checkMarket(deps, product, GUESS_SECONDS)
      if (!state.ok) return state
      const { source, instrument, entryTimeoutMs, staleAfterMs, sourceLagMs } = product
      const terms = {
        symbol,
        source,
        instrument,
        direction,
        durationSeconds: GUESS_SECONDS,
        acceptedAt: clock.now(),
        entryTimeoutMs,
        staleAfterMs,
        sourceLagMs,
        rule: 3 as const,
      }
      const { sign, publicKey } = await keyring.current()
      const signature = await sign(guessText(config.proofOrigin, terms))
      return ok({ terms, signature: signature.toString('hex'), publicKey: publicKey.toString('hex') })
    },
    /** `receipt_not_ready` until a head is complete to the end of the guess. */
    async prices(
      symbol: string,
      acceptedAt: number,
    ): Promise<Result<GuessPrices, 'invalid_request' | 'product_unknown' | 'receipt_not_ready'>> {
      const product = market.productBySymbol(symbol)
      if (!product) return refuse('product_unknown')
      const now = clock.now()
      if (acceptedAt > now || now - acceptedAt > PRICES_KEPT_MS) return refuse('invalid_request')
      const deadline = acceptedAt + product.entryTimeoutMs
      const entryAt = await findEntryTime(deps.database, product.id, acceptedAt)
      const expiresAt = entryAt !== null && entryAt <= deadline ? entryAt + GUESS_SECONDS * 1000 : null
      const head = await newest()
      const state = head.wire.products.find((each) => each.symbol === symbol)
      if (!state || state.through < (expiresAt ?? deadline)) return refuse('receipt_not_ready')
      const { first, last } = await spanOf(deps, product.id, { ...product, acceptedAt, expiresAt })
      const span = { first, last: Math.min(state.size, last ?? state.size) }
      const [ranges, path, shown] = await Promise.all([
        rangesOf(deps.trees, product.id, span, state.size),
        inclusionPath(deps.trees.hashesOf(HEAD_TREE), head.wire.number - 1, head.wire.number),
        signed(head),
      ])
      return ok({ ...ranges, ...shown, path: path.map((hash) => hash.toString('hex')), serverAt: now })
    },
  }
}

import type { Receipt } from '../../../../contract/proof'
import type { Queryable } from '../../database/database'
import { BoundedMap } from '../../shared/cache'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { ok } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { MINUTE_MS } from '../../shared/time'
import { readLatestHead } from '../../signedLogs/heads'
import { EMPTY_ROOT } from '../../signedLogs/merkle'
import type { AccountsService } from '../accounts/service'
import type { OrdersService, TradedProduct, TradingMarket } from '../orders/service'
import type { ProofService } from '../proof/service'
import { createExampleDevice, exampleOrder } from './order'

/** How long an answer holds: the next example is a minute away. */
const FRESH_MS = 1_000
/** An order of a user since an instant, by the indexes of those that are held and of those that are closed. */
const PLACED_SQL = `select 1 as one from trade_order
   where user_id = $1 and status <= order_open() and accepted_at_ms >= $2
  union all
  select 1 from trade_order
   where user_id = $1 and status > order_open() and closed_at_ms >= $2 and accepted_at_ms >= $2`

/** One that is older shows nothing that was settled lately. */
const SHOWN_MS = 15 * 60_000

export interface ExampleDeps {
  config: Pick<Settings, 'currency'> & { proofOrigin: string }
  clock: Clock
  log: Log
  database: Queryable
  market: TradingMarket<TradedProduct & { recommended: boolean }>
  accounts: Pick<AccountsService, 'findExample' | 'refillExample'>
  orders: Pick<OrdersService, 'place' | 'list'>
  proof: Pick<ProofService, 'receipt'>
}

/** The house's own example order (docs/PROOF_DESIGN.md, "The example"). */
export interface ExampleService {
  /** Places the example of this minute, unless it is there. One node at a time may call it. */
  place(): Promise<void>
  /**
   * The receipt of the newest one that has ended, won or lost; undefined if none was settled lately. With an order's id,
   * of that one if it was the newest a moment ago: a page that shows it then verifies what it shows.
   */
  newest(id?: string): Promise<Receipt | undefined>
}

/** The first recommended product that trades: always by the same rule, never by its prices. */
function productOf({ market, clock }: ExampleDeps): TradedProduct | undefined {
  const now = clock.now()
  return market
    .products()
    .find(
      (product) =>
        product.recommended && market.tradingState(product, now).status === 'open' && market.isFresh(product, now),
    )
}

export function createExampleService(deps: ExampleDeps): ExampleService {
  const { config, clock, log, database, accounts, orders, proof } = deps
  const device = createExampleDevice()
  const receipts = new BoundedMap<string, Receipt>(2)
  let answer: { atMs: number; receipt: Promise<Receipt | undefined> } | undefined

  async function read(): Promise<Receipt | undefined> {
    const userId = await accounts.findExample()
    const closed = userId === undefined ? undefined : await orders.list(userId, { state: 'closed', limit: '2' })
    if (userId === undefined || !closed?.ok) return undefined
    // The newest may be settled, but not yet under a head: then the one before it is the newest that can be shown.
    for (const { id, closedAt } of closed.value.items) {
      if (closedAt === null || clock.now() - Date.parse(closedAt) > SHOWN_MS) return undefined
      const known = receipts.get(id)
      const found = known ? ok(known) : await proof.receipt(userId, id)
      // An order by signed prices has a receipt of another kind.
      if (!found.ok || found.value.format !== 'fairtick-receipt-8') continue
      receipts.set(id, found.value)
      return found.value
    }
    return undefined
  }

  return {
    async place() {
      const product = productOf(deps)
      const userId = await accounts.findExample()
      if (!product || userId === undefined) return
      const now = clock.now()
      if (await database.some(PLACED_SQL, [userId, now - (now % MINUTE_MS)])) return
      const head = await readLatestHead(database)
      const seen = head
        ? { number: head.number, root: head.logRoot.toString('hex') }
        : { number: 0, root: EMPTY_ROOT.toString('hex') }
      const { proofOrigin: origin, currency } = config
      const placed = await orders.place(userId, exampleOrder(now, { origin, currency, product, device, seen }))
      if (placed.ok) return
      if (placed.error.code === 'balance_insufficient') await accounts.refillExample(userId)
      log.debug({ code: placed.error.code }, 'the example order was refused')
    },
    async newest(id) {
      const now = clock.now()
      const asked = id === undefined ? undefined : receipts.get(id)
      if (asked) return asked
      if (!answer || Math.abs(now - answer.atMs) > FRESH_MS) {
        const reading = { atMs: now, receipt: read() }
        answer = reading
        reading.receipt.catch(() => {
          if (answer === reading) answer = undefined
        })
      }
      return answer.receipt
    },
  }
}

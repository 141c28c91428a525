import type { Database } from '../database/database'
import type { Bus } from '../shared/bus'
import type { Clock } from '../shared/clock'
import type { Settings } from '../shared/settings'
import { calendarState, currentState, type TradingState } from './calendar'
import { loadProducts, type ProductRecord } from './products'
import { applyDueChanges } from './productVersions'

/**
 * Whether a product trades at an instant: its calendar, unless an operator has put it into maintenance. One with an end
 * ends by itself, and the product opens then or, if its market is closed, with the market (PRODUCT.md 10.9).
 */
export function tradingStateOf(product: ProductRecord, atMs: number): TradingState {
  const { calendar, maintenance, maintenanceUntilMs } = product
  const state = currentState(calendar, atMs)
  if (!maintenance || (maintenanceUntilMs !== undefined && maintenanceUntilMs <= atMs)) return state
  if (maintenanceUntilMs === undefined) return { ...state, status: 'maintenance' }
  const after = calendarState(calendar, maintenanceUntilMs)
  const opensAtMs = after.status === 'open' ? maintenanceUntilMs : after.opensAtMs
  return { status: 'maintenance', ...(opensAtMs === undefined ? {} : { opensAtMs }) }
}

/** The products of this installation, as they were last read. */
export type ProductRegistry = ReturnType<typeof createProductRegistry>

export function createProductRegistry(deps: {
  config: Pick<Settings, 'currency'>
  database: Database
  clock: Clock
  bus: Bus
}) {
  const { config, database, clock, bus } = deps
  /** Status, version and announced changes of each product, as they were last published. */
  const statuses = new Map<string, string>()
  let products: ProductRecord[] = []
  let bySymbol = new Map<string, ProductRecord>()

  function publishChanges() {
    for (const product of products) {
      const announced = product.changes.map(({ part, from }) => `${part} ${from}`).join()
      const status = `${tradingStateOf(product, clock.now()).status} ${product.revision} ${announced}`
      const before = statuses.get(product.symbol)
      statuses.set(product.symbol, status)
      if (before !== undefined && before !== status) bus.deliver({ type: 'product', symbol: product.symbol })
    }
  }

  return {
    products: (): readonly ProductRecord[] => products,
    bySymbol: (symbol: string): ProductRecord | undefined => bySymbol.get(symbol),
    /**
     * Brings announced changes into force, reads products again, and publishes which opened, closed, changed or will
     * change since.
     */
    async refresh() {
      await applyDueChanges(database, config.currency.scale, clock.now())
      const read = await loadProducts(database)
      // Terms change with their revision only (refuse_unversioned_terms). A calendar that stays the same object keeps
      // the values computed from it.
      for (const product of read) {
        const known = bySymbol.get(product.symbol)
        if (known?.revision === product.revision) product.calendar = known.calendar
      }
      products = read
      bySymbol = new Map(products.map((product) => [product.symbol, product]))
      publishChanges()
    },
  }
}

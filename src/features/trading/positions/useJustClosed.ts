import { useEffect } from 'react'
import type { Order } from '../../../../contract/orders'
import { useServerNow } from '../../../connected/useServerNow'
import { usePageShown } from '../../../platform/usePageShown'
import { useLate } from '../../../stores/StoresContext'

const TICK_MS = 10_000

/**
 * The newest orders that closed within `withinMs`, of one product or of all, as far as this device knows them. The page
 * shows them where the order was, so no banner does. For observers.
 */
export function useJustClosed(withinMs: number, most: number, symbol?: string): Order[] {
  const { orders, results } = useLate()
  const shown = usePageShown()
  const now = useServerNow(TICK_MS)
  useEffect(() => {
    if (shown) return results.showInPlace((order) => symbol === undefined || order.symbol === symbol)
  }, [results, shown, symbol])
  return orders.closed
    .filter((order) => symbol === undefined || order.symbol === symbol)
    .filter(({ closedAt }) => closedAt !== null && now - Date.parse(closedAt) < withinMs)
    .slice(0, most)
}

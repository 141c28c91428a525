import { useStores } from '../../stores/StoresContext'

/** "BTC/USDT" as a page's title; the bare symbol until the product is there. For observers. */
export function useProductCode(symbol: string): string {
  const { market } = useStores()
  return (market.productOf(symbol).value ?? market.summaryOf(symbol))?.code ?? symbol
}

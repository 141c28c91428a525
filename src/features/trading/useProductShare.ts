import { pageUrl } from '../../platform/navigation'
import { useShare } from '../../platform/useShare'
import { useProductCode } from './useProductCode'

/** WeChat's own menu shares the page of a product as a card. For observers. */
export function useProductShare(symbol: string): void {
  useShare({ title: useProductCode(symbol), url: pageUrl('/pages/Detail/Detail', { symbol }) })
}

import { observer } from 'mobx-react-lite'
import { useCallback, useState } from 'react'
import type { Direction } from '../../../../contract/orders'
import { LoadFailed } from '../../../connected/Loaded'
import { useReload } from '../../../connected/useReload'
import { useWatched } from '../../../connected/useWatched'
import { useLocale, useTextsReady } from '../../../i18n'
import { reloadPage } from '../../../platform/pageLoads'
import { useStores } from '../../../stores/StoresContext'
import type { TradeWish } from '../ticket/TradeBarOutline'
import { TradeOutline } from './TradeOutline'
import type { TradePartsProps } from './TradeParts'
import { useTradeParts } from './useTradeParts'

/** One product: its outline at once, and the parts to trade as soon as all stores and texts are loaded. */
export const ProductDetailScreen = observer(function ProductDetailScreen(
  props: Omit<TradePartsProps, keyof TradeWish>,
) {
  const { symbol } = props
  const { market } = useStores()
  const locale = useLocale()
  const hasTexts = useTextsReady('all')
  // Of another product it would be another order.
  const [wished, setWished] = useState<{ symbol: string; direction: Direction }>()
  const waiting = wished?.symbol === symbol ? wished.direction : undefined
  const wish = useCallback((direction?: Direction) => setWished(direction && { symbol, direction }), [symbol])
  const { Parts, late } = useTradeParts(waiting !== undefined)
  const trade = { waiting, wish }
  useWatched(symbol === '' ? [] : [symbol])
  // Names are in the language of the request, so a change of language loads the product again.
  useReload(() => market.productOf(symbol).refresh(), { on: [symbol, locale], when: symbol !== '' })
  if (late) return <LoadFailed code="timeout" onRetry={reloadPage} />
  return Parts && hasTexts && symbol !== '' ? (
    <Parts {...props} {...trade} />
  ) : (
    <TradeOutline symbol={symbol} {...trade} />
  )
})

import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { classNames } from '../../../components/classNames'
import { useWide } from '../../../platform/useWide'
import { HAS_TRADING } from '../../../routes'
import { useStores } from '../../../stores/StoresContext'
import { TradeBarOutline, type TradeWish } from '../ticket/TradeBarOutline'
import { ChartRoom } from './ChartRoom'
import { HeadOutline, ProductHead } from './ProductHead'
import './PriceChart.scss'
import './Trade.scss'

/** A product's page until the trading parts are loaded: the known facts, the two buttons, and room for the rest. */
export const TradeOutline = observer(function TradeOutline({ symbol, ...trade }: { symbol: string } & TradeWish) {
  const stores = useStores()
  const { market } = stores
  const known = market.summaryOf(symbol) ?? market.productOf(symbol).value
  const hasOrders = stores.isComplete() && stores.orders.positions.some((order) => order.symbol === symbol)
  const hasList = useWide('three')
  return (
    <View className={classNames('trade', hasList && 'trade--three')} aria-busy>
      {hasList ? <View className="trade__list" /> : null}
      <View className="trade__main">
        {known ? <ProductHead product={known} /> : <HeadOutline />}
        <View className="price-chart">
          <View className="price-chart__bar" />
          <ChartRoom hasOrders={hasOrders} />
        </View>
      </View>
      {HAS_TRADING && known?.status === 'open' ? <TradeBarOutline {...trade} /> : null}
    </View>
  )
})

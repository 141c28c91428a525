import { Text, View } from '@tarojs/components'
import type { Direction } from '../../../../contract/orders'
import '../../../components/BottomBar.scss'
import './TradeBar.scss'
import { TradeButtons } from './TradeButtons'

export interface TradeWish {
  /** The direction that was pressed before the ticket was there, which opens with it. */
  waiting: Direction | undefined
  wish: (direction?: Direction) => void
}

/** The bar of a product's page until its terms are there: room for them, and the two buttons, which can be pressed already (PRODUCT.md 16.5). */
export const TradeBarOutline = ({ waiting, wish }: TradeWish) => (
  <>
    <View className="bottom-bar__room" />
    <View className="bottom-bar bottom-bar--kept">
      <View className="trade-bar__durations trade-bar__durations--outline" />
      <Text className="trade-bar__terms">{'\u00a0'}</Text>
      <View className="wraps">
        <View className="trade-bar__stake" />
        <TradeButtons note={'\u00a0'} waiting={waiting} onTrade={wish} />
      </View>
      <Text className="trade-bar__note block center t13">{'\u00a0'}</Text>
    </View>
  </>
)

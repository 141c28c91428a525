import { Button, Text, View } from '@tarojs/components'
import type { ProductSummary } from '../../../contract/market'
import { productName } from '../../domain/productName'
import { useT } from '../../i18n'
import { labelled } from '../../i18n/sentences'
import { openPage } from '../../platform/navigation'
import { useWide } from '../../platform/useWide'
import './TradeButtons.scss'

const DIRECTIONS = [
  { direction: 'up', sign: '▲', key: 'trade.buyUp' },
  { direction: 'down', sign: '▼', key: 'trade.sellDown' },
] as const

export interface TradeButtonsProps {
  product: ProductSummary
}

/** Next to a row of a wide window: opens the product's page with the direction chosen. The twin is `TradeButtons.weapp.ts`. */
export function TradeButtons({ product }: TradeButtonsProps) {
  const t = useT()
  const { symbol, status } = product
  if (!useWide('three')) return null
  return (
    <View className="trade-buttons">
      {DIRECTIONS.map(({ direction, sign, key }) => (
        <Button
          key={direction}
          className={`trade-buttons__one trade-buttons__one--${direction}`}
          disabled={status !== 'open'}
          aria-label={labelled(t(key), productName(product))}
          onClick={() => openPage('/pages/Detail/Detail', { symbol, direction })}
        >
          <Text aria-hidden>{sign}</Text>
        </Button>
      ))}
    </View>
  )
}

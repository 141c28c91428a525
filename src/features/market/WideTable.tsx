import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import type { ProductSummary } from '../../../contract/market'
import { productName } from '../../domain/productName'
import { useT } from '../../i18n'
import { labelled } from '../../i18n/sentences'
import { openPage } from '../../platform/navigation'
import { useWide } from '../../platform/useWide'
import { useStores } from '../../stores/StoresContext'
import './WideTable.scss'

const DIRECTIONS = [
  { direction: 'up', sign: '▲', key: 'trade.buyUp' },
  { direction: 'down', sign: '▼', key: 'trade.sellDown' },
] as const

/** The names of the columns, in room that the style sheet keeps for them. Each row says its figures by itself. */
export function TableHead() {
  const t = useT()
  if (!useWide('table')) return null
  return (
    <View className="table-head" aria-hidden>
      <Text className="table-head__product">{t('wallet.statement.product')}</Text>
      <Text className="table-head__price">{t('market.column.price')}</Text>
      <Text className="table-head__change">{t('market.column.change')}</Text>
      <Text className="table-head__low">{t('trade.low24h')}</Text>
      <Text className="table-head__high">{t('trade.high24h')}</Text>
      <Text className="table-head__trade">{t('title.trade')}</Text>
    </View>
  )
}

export interface TableRowProps {
  product: ProductSummary
}

/**
 * Over the room at the end of a row: where the price is between the low and the high of 24 hours, and the buttons that open
 * the product's page with the direction chosen. The twin is `WideTable.weapp.ts`.
 */
export function TableRow({ product }: TableRowProps) {
  const t = useT()
  const { symbol, status } = product
  if (!useWide('table')) return null
  return (
    <>
      <Range symbol={symbol} />
      <View className="trade-buttons line gap-8">
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
    </>
  )
}

const Range = observer(function Range({ symbol }: { symbol: string }) {
  const quote = useStores().market.quoteOf(symbol)
  if (!quote) return null
  const [low, high, price] = [quote.low24h, quote.high24h, quote.price].map(Number) as [number, number, number]
  const share = high > low ? Math.min(1, Math.max(0, (price - low) / (high - low))) : 1 / 2
  return (
    <View className="table-range" style={{ '--share': `${(share * 100).toFixed(1)}%` } as CSSProperties} aria-hidden />
  )
})

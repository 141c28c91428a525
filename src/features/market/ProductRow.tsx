import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { memo } from 'react'
import type { ProductSummary } from '../../../contract/market'
import { Sparkline } from '../../components/Sparkline'
import { Tag } from '../../components/Tag'
import { moveOf } from '../../domain/price'
import { sparklinePath } from '../../domain/sparkline'
import { formatHourMinute } from '../../domain/time'
import { useT } from '../../i18n'
import { showShortDateTime } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import './ProductRow.scss'
import { productBadge } from './productBadge'
import { QuoteFigures } from './QuoteFigures'

const SPARK_BOX = { width: 64, height: 30 }
const TREND = { up: 'up', down: 'down', level: 'flat' } as const
const DAY_MS = 86_400_000

/** One product of a list. It renders when the product changes; its price renders by itself. */
export const ProductRow = memo(function ProductRow({ product }: { product: ProductSummary }) {
  const { symbol, code, name, category } = product
  // A crypto pair is known by its code, everything else by its name.
  const title = category === 'crypto' ? code : name
  return (
    <Button className="product-row" onClick={() => openPage('/pages/Detail/Detail', { symbol })}>
      <View className="product-row__badge" aria-hidden>
        {productBadge(symbol)}
      </View>
      <View className="product-row__names">
        <Text className="strong product-row__title">{title}</Text>
        <ProductNote product={product} />
      </View>
      {product.status === 'open' ? <OpenPart product={product} /> : <ClosedTag status={product.status} />}
    </Button>
  )
})

function OpenPart({ product }: { product: ProductSummary }) {
  const path = sparklinePath(product.spark, SPARK_BOX)
  return (
    <>
      {path === '' ? null : <Sparkline path={path} trend={TREND[moveOf(product.quote?.changeRate24hBp ?? 0)]} />}
      <QuoteFigures symbol={product.symbol} />
    </>
  )
}

function ClosedTag({ status }: { status: 'closed' | 'maintenance' }) {
  const t = useT()
  return <Tag tone="warn">{t(status === 'closed' ? 'market.closed' : 'market.maintenance')}</Tag>
}

/** Volume while it trades, the opening time while it does not. */
const ProductNote = observer(function ProductNote({ product }: { product: ProductSummary }) {
  const t = useT()
  const format = useFormat()
  const { preferences, connection } = useStores()
  const { opensAt, quote } = product
  if (product.status === 'open') {
    const volume = quote ? t('market.volume', { volume: format.compact(quote.volume24h) }) : product.name
    return <Text className="muted t12 num product-row__note">{volume}</Text>
  }
  if (product.status !== 'closed' || opensAt === null) return null
  const isSoon = Date.parse(opensAt) - connection.serverNow() < DAY_MS
  const time = isSoon
    ? formatHourMinute(opensAt, preferences.timeZone)
    : showShortDateTime(opensAt, preferences.timeZone)
  return <Text className="muted t12 num product-row__note">{t('market.opens', { time })}</Text>
})

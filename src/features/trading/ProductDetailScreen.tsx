import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Product } from '../../../contract/market'
import { EmptyState } from '../../components/EmptyState'
import { Skeleton } from '../../components/Skeleton'
import { useLocale, useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'
import { blockedText } from './blockedText'
import { OwnOrders } from './OwnOrders'
import { PriceChart } from './PriceChart'
import { ProductHead } from './ProductHead'
import { TicketSheet } from './TicketSheet'
import { TradeBar } from './TradeBar'
import { openTicket } from './ticketForm'
import { useQuote } from './useQuote'
import { useStale } from './useStale'
import { useWatched } from './useWatched'

/** One product: price, chart, own orders, and the ticket. */
export const ProductDetailScreen = observer(function ProductDetailScreen({ symbol }: { symbol: string }) {
  const t = useT()
  const locale = useLocale()
  const { market, orders } = useStores()
  const shown = usePageShown()
  useWatched([symbol])
  // Names are in the language of the request, so another language asks again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the locale is what the answer depends on
  useEffect(() => {
    if (!shown) return
    void market.loadProduct(symbol)
    void orders.refresh()
  }, [market, orders, symbol, shown, locale])
  const product = market.productOf(symbol)
  if (product.kind === 'failed') {
    const isUnknown = product.code === 'product_unknown' || product.code === 'invalid_request'
    return (
      <EmptyState
        icon={isUnknown ? 'search' : 'offline'}
        title={isUnknown ? t('trade.unknown') : t('common.loadFailed')}
        text={t(`errors.${product.code}`)}
        actionLabel={isUnknown ? t('trade.toProducts') : t('common.retry')}
        onAction={() => (isUnknown ? openPage('/pages/product/product') : void market.loadProduct(symbol))}
      />
    )
  }
  if (product.kind !== 'ready') {
    return (
      <View className="pad" aria-busy>
        <Skeleton shape="title" />
        <Skeleton shape="block" count={3} />
      </View>
    )
  }
  return <Trade product={product.value} />
})

const Trade = observer(function Trade({ product }: { product: Product }) {
  const t = useT()
  const { session, preferences } = useStores()
  const [form, setForm] = useState(() => openTicket(product, 'up'))
  const [open, setOpen] = useState(false)
  const stale = useStale(product)
  const hasPrice = useQuote(product.symbol) !== undefined
  const blocked = blockedText(product, stale, hasPrice, preferences.timeZone, t)
  const scale = session.appInfo?.currency.scale ?? 2
  return (
    <>
      <ProductHead product={product} />
      <PriceChart key={product.symbol} product={product} />
      <OwnOrders symbol={product.symbol} />
      <TradeBar
        product={product}
        form={form}
        scale={scale}
        blocked={blocked}
        onTrade={(direction) => {
          setForm(openTicket(product, direction, form))
          setOpen(true)
        }}
      />
      <TicketSheet
        product={product}
        open={open}
        form={form}
        onForm={setForm}
        onClose={() => setOpen(false)}
        blocked={blocked}
      />
    </>
  )
})

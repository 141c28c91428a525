import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import type { Product } from '../../../contract/market'
import { classNames } from '../../components/classNames'
import { EmptyState } from '../../components/EmptyState'
import { Skeleton } from '../../components/Skeleton'
import type { FailureCode } from '../../domain/loadable'
import { useLocale, useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useWide } from '../../platform/useWide'
import { useStores } from '../../stores/StoresContext'
import { Loaded } from '../../ui/Loaded'
import { useReload } from '../../ui/useReload'
import { blockedText } from './blockedText'
import { OwnOrders } from './OwnOrders'
import { PriceChart } from './PriceChart'
import { ProductHead } from './ProductHead'
import { useQuote, useStale, useWatched } from './productHooks'
import './Trade.scss'
import { TicketPanel } from './TicketPanel'
import { TicketSheet } from './TicketSheet'
import { TradeBar } from './TradeBar'
import { openTicket } from './ticketForm'

export interface ProductDetailProps {
  symbol: string
  /** The other products, where there is room for them. */
  list: ReactNode
}

/** One product: price, chart, own orders, and the ticket. */
export const ProductDetailScreen = observer(function ProductDetailScreen({ symbol, list }: ProductDetailProps) {
  const t = useT()
  const locale = useLocale()
  const { market, orders } = useStores()
  const product = market.productOf(symbol)
  useWatched([symbol])
  // Names are in the language of the request, so another language asks again.
  useReload(
    () => {
      void product.refresh()
      void orders.refresh()
    },
    { on: [symbol, locale] },
  )
  const loading = (
    <View className="pad" aria-busy>
      <Skeleton shape="title" />
      <Skeleton shape="block" count={3} />
    </View>
  )
  const unknown = (code: FailureCode) =>
    code === 'product_unknown' || code === 'invalid_request' ? (
      <EmptyState
        icon="search"
        title={t('trade.unknown')}
        text={t(`errors.${code}`)}
        actionLabel={t('common.productsLink')}
        onAction={() => openPage('/pages/product/product')}
      />
    ) : undefined
  return (
    <Loaded from={product} loading={loading} failed={unknown}>
      {(known) => <Trade product={known} list={list} />}
    </Loaded>
  )
})

const noop = () => undefined

const Trade = observer(function Trade({ product, list }: { product: Product; list: ReactNode }) {
  const t = useT()
  const { session, preferences } = useStores()
  const [form, setForm] = useState(() => openTicket(product, 'up'))
  const [open, setOpen] = useState(false)
  const stale = useStale(product)
  const hasPrice = useQuote(product.symbol) !== undefined
  const blocked = blockedText(product, stale, hasPrice, preferences.timeZone, t)
  const scale = session.appInfo?.currency.scale ?? 2
  const hasPanel = useWide('two')
  const hasList = useWide('three')
  if (hasPanel) {
    return (
      <View className={classNames('trade', hasList && 'trade--three')}>
        {hasList ? <View className="trade__list">{list}</View> : null}
        <View className="trade__main">
          <ProductHead product={product} />
          <PriceChart key={product.symbol} product={product} />
        </View>
        <View className="trade__side">
          <TicketPanel product={product} form={form} onForm={setForm} onPlaced={noop} blocked={blocked} />
          <OwnOrders symbol={product.symbol} />
        </View>
      </View>
    )
  }
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

import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Product } from '../../../../contract/market'
import type { Direction, Order } from '../../../../contract/orders'
import { classNames } from '../../../components/classNames'
import { EmptyState } from '../../../components/EmptyState'
import { Sheet } from '../../../components/Sheet'
import { Loaded } from '../../../connected/Loaded'
import { useReload } from '../../../connected/useReload'
import type { FailureCode } from '../../../domain/loadable'
import { plainMoney } from '../../../domain/money'
import { useT } from '../../../i18n'
import { openPage } from '../../../platform/navigation'
import { focusField } from '../../../platform/shortcuts'
import { useParams } from '../../../platform/useParams'
import { useWide } from '../../../platform/useWide'
import { HAS_TRADING } from '../../../routes'
import { useLate } from '../../../stores/StoresContext'
import { AlertSheet } from '../alerts/AlertSheet'
import { hasRail, type Own, OwnRail, UnclearOrders, useOwnOrders } from '../positions/OwnOrders'
import { useStale } from '../productHooks'
import { blockedText } from './blockedText'
import { ComingChanges } from './ComingChanges'
import { KeysSheet } from './KeysSheet'
import { PriceChart, type PriceChartProps } from './PriceChart'
import { ProductHead } from './ProductHead'
import './Trade.scss'
import { DIRECTIONS } from '../directions'
import { SettleSheet } from '../positions/SettleSheet'
import { useJustPlaced } from '../positions/useJustPlaced'
import { VoidedOrders } from '../positions/VoidedOrders'
import { TicketPanel } from '../ticket/TicketPanel'
import { TicketSheet } from '../ticket/TicketSheet'
import { TradeBar } from '../ticket/TradeBar'
import type { TradeWish } from '../ticket/TradeBarOutline'
import { openTicket, reduce } from '../ticket/ticketForm'
import { TradeOutline } from './TradeOutline'
import { useTradeKeys } from './useTradeKeys'

export interface TradePartsProps extends TradeWish {
  symbol: string
  /** All products, to go to another one. */
  list: ReactNode
  /** Whether the list is over the page, as state; next to the product it stands by itself where there is room. */
  choosing: readonly [boolean, (on: boolean) => void]
}

/** The parts of a product's page that need all stores and texts: chart, own orders, and the ticket. */
export const TradeParts = observer(function TradeParts({ symbol, list, choosing, ...trade }: TradePartsProps) {
  const t = useT()
  const [isChoosing, choose] = choosing
  const { market, orders } = useLate()
  useReload(() => orders.refresh(), { on: [symbol] })
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
    <>
      <Loaded from={market.productOf(symbol)} loading={<TradeOutline symbol={symbol} {...trade} />} failed={unknown}>
        {(known) =>
          HAS_TRADING ? (
            <Trade product={known} list={list} {...trade} />
          ) : (
            <Prices product={known} chosen={NOTHING_CHOSEN} />
          )
        }
      </Loaded>
      <AlertSheet symbol={symbol} />
      <Sheet open={isChoosing} onClose={() => choose(false)} title={t('title.products')} closeLabel={t('common.close')}>
        {list}
      </Sheet>
    </>
  )
})

const NOTHING_CHOSEN = { seconds: 0, isOpen: false }

interface PricesProps extends Pick<PriceChartProps, 'chosen' | 'onTrade' | 'onFull'> {
  product: Product
  own?: Own
  /** Height of the bar below, if there is one and it is known. */
  bar?: number | undefined
}

/** What a product does; a build that takes no orders has nothing else on its page. */
const Prices = observer(function Prices({ product, own, bar, ...chart }: PricesProps) {
  const hasNotice = product.changes.length > 0
  return (
    <>
      <ProductHead product={product} />
      <ComingChanges product={product} />
      <PriceChart
        key={product.symbol}
        product={product}
        around={{ hasOrders: own !== undefined && hasRail(own), bar, hasNotice }}
        {...chart}
      />
    </>
  )
})

/** The current value; while `held`, the last one before that. */
function useKept<T>(value: T, held: boolean): T {
  const kept = useRef(value)
  if (!held) kept.current = value
  return kept.current
}

/** The ticket at first: in the direction of the address, and with its duration and amount if it has them. */
function firstForm(product: Product, { direction, seconds, stake }: Partial<Record<string, string>>, last?: number) {
  const asked = DIRECTIONS.find((one) => one === direction) ?? 'up'
  if (stake === undefined) return openTicket(product, asked, undefined, last)
  const begun = openTicket(product, asked, undefined, Number(seconds))
  return reduce(begun, { type: 'pick', amount: plainMoney(stake) }, product)
}

/** See `blockedText`. */
function useBlocked(product: Product): string | undefined {
  const t = useT()
  const { connection, market, preferences } = useLate()
  const price = {
    online: connection.online,
    staleSeconds: useStale(product),
    hasPrice: market.hasQuote(product.symbol),
  }
  return blockedText(product, price, preferences.timeZone, t)
}

interface TradeProps extends TradeWish {
  product: Product
  list: ReactNode
}

const Trade = observer(function Trade({ product, list, waiting, wish }: TradeProps) {
  const { orders, session } = useLate()
  const params = useParams()
  const [form, setForm] = useState(() => firstForm(product, params, orders.lastDurationSeconds))
  // A way in with all terms opens the ticket with them.
  const [open, setOpen] = useState(params.stake !== undefined)
  const blocked = useBlocked(product)
  const own = useOwnOrders(product.symbol)
  const placed = useJustPlaced()
  const [settled, setSettled] = useState<Order>()
  const [bar, setBar] = useState<number>()
  const [isFull, setFull] = useState(false)
  // Turning the phone keeps a chart in full screen; the page changes its layout once that is closed.
  const hasPanel = useKept(useWide('two'), isFull)
  const hasList = useWide('three')
  const [help, setHelp] = useState(false)
  const trade = useCallback(
    (direction: Direction) => {
      setForm((before) => openTicket(product, direction, before))
      setOpen(!hasPanel)
    },
    [product, hasPanel],
  )
  useEffect(() => {
    if (waiting === undefined) return
    trade(waiting)
    wish()
  }, [waiting, trade, wish])
  // Each key that is typed into the ticket would render the bar below it, and each choice in the bar the closed ticket.
  const barForm = useKept(form, open)
  const ticketForm = useKept(form, !open)
  const closeTicket = useCallback(() => setOpen(false), [])
  const { durationSeconds: seconds } = form
  // The chart makes room after the ticket has begun to rise.
  const isOpen = useDeferredValue(open) || hasPanel
  const chosen = useMemo(() => ({ seconds, isOpen }), [seconds, isOpen])
  useTradeKeys({
    onDirection: trade,
    onDuration: (index) => {
      const duration = product.durations[index]
      if (duration) setForm({ ...form, durationSeconds: duration.seconds })
    },
    onAmount: () => (hasPanel ? focusField('.ticket-panel') : trade(form.direction)),
    onHelp: () => setHelp(true),
  })
  const keys = <KeysSheet open={help} onClose={() => setHelp(false)} durations={product.durations.length} />
  const settle = <SettleSheet order={settled} onSeen={() => setSettled(undefined)} />
  const { scale } = session
  const main = <Prices product={product} own={own} bar={bar} chosen={chosen} onTrade={trade} onFull={setFull} />
  if (hasPanel) {
    return (
      <View className={classNames('trade', hasList && 'trade--three')}>
        {hasList ? <View className="trade__list">{list}</View> : null}
        <View className="trade__main">{main}</View>
        <View className="trade__side">
          <TicketPanel product={product} form={form} onForm={setForm} onHelp={() => setHelp(true)} blocked={blocked} />
          <UnclearOrders own={own} />
          <OwnRail own={own} stacked onResult={setSettled} />
          <VoidedOrders key={`voided ${product.symbol}`} symbol={product.symbol} />
        </View>
        {settle}
        {keys}
      </View>
    )
  }
  return (
    <>
      {main}
      <UnclearOrders own={own} />
      <VoidedOrders key={`voided ${product.symbol}`} symbol={product.symbol} />
      <TradeBar
        product={product}
        form={barForm}
        onForm={setForm}
        scale={scale}
        blocked={blocked}
        onTrade={trade}
        rail={<OwnRail own={own} placed={placed.id} onResult={setSettled} />}
        onHeight={setBar}
      />
      <TicketSheet
        product={product}
        open={open}
        form={ticketForm}
        onForm={setForm}
        onClose={closeTicket}
        onSay={placed.say}
        blocked={blocked}
      />
      {settle}
      {keys}
    </>
  )
})

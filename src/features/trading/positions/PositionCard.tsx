import { Button as PlainButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Order } from '../../../../contract/orders'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { Drawing, lineOf } from '../../../components/Drawing'
import { useServerNow } from '../../../connected/useServerNow'
import { orderLineOf } from '../../../domain/trail'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { useLate, useStores } from '../../../stores/StoresContext'
import { holdingTime } from '../holdingTime'
import { PositionHead } from './PositionHead'
import { useForecast } from './useForecast'
import './PositionCard.scss'

/** One order under way, as on the positions page: its prices always, further facts on a tap, so that several fit in sight. */
export function PositionCard({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  return (
    <Card className="position">
      <PlainButton className="position__toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        <PositionHead order={order} />
        <OrderLine order={order} />
      </PlainButton>
      <HoldingPrices order={order} />
      <HoldingTime order={order} />
      {open ? <Facts order={order} /> : null}
    </Card>
  )
}

const Facts = observer(function Facts({ order }: { order: Order }) {
  const t = useT()
  const { market } = useStores()
  return (
    <>
      <View className="t12 num position__facts muted">
        {t('orders.detail.number')} <Text className="position__number">{order.number}</Text>
      </View>
      <Button tone="plain" size="medium" onClick={() => openPage('/pages/Detail/Detail', { symbol: order.symbol })}>
        {t('orders.toProduct', { product: market.nameOf(order.symbol) })}
      </Button>
    </>
  )
})

const HoldingPrices = observer(function HoldingPrices({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const now = useServerNow(500)
  const price = market.freshPriceOf(order.symbol, now)
  if (order.entryPrice === null) return null
  return (
    <View className="row t13 num position__prices">
      <Text>
        <Text className="muted">{t('orders.purchase')}</Text> {format.number(order.entryPrice)}
      </Text>
      {price ? (
        <Text>
          <Text className="muted">{t('orders.now')}</Text> <Text className="strong">{format.number(price)}</Text>
        </Text>
      ) : null}
    </View>
  )
})

const HoldingTime = observer(function HoldingTime({ order }: { order: Order }) {
  const t = useT()
  const now = useServerNow(500)
  return (
    <View className="muted t12 num position__facts">
      {t('orders.detail.holdingTime')} {holdingTime(order, now)}
    </View>
  )
})

const BOX = { width: 320, height: 44 }
const FIXED = 'vector-effect="non-scaling-stroke"'

/** The course of an order under way: its entry price as a level line, and the price around it. Figures say the same. */
const OrderLine = observer(function OrderLine({ order }: { order: Order }) {
  const { trails } = useLate()
  const { forecast } = useForecast(order)
  if (order.entryPrice === null || order.entryAt === null || order.expiresAt === null) return null
  const line = orderLineOf(
    trails.trailOf(order.symbol),
    {
      entryPrice: Number(order.entryPrice),
      entryAt: Date.parse(order.entryAt),
      expiresAt: Date.parse(order.expiresAt),
    },
    BOX,
  )
  const move = forecast?.move ?? 'level'
  return (
    <View className="order-line" aria-hidden>
      <Drawing
        className="order-line__entry"
        box={BOX}
        body={lineOf(line.entry, 1.6, `${FIXED} stroke-dasharray="4 4"`)}
      />
      {line.prices === '' ? null : (
        <Drawing
          className={`order-line__prices order-line__prices--${move}`}
          box={BOX}
          body={lineOf(line.prices, 1.6, FIXED)}
        />
      )}
    </View>
  )
})

import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { Order } from '../../../contract/orders'
import { Banner } from '../../components/Banner'
import { Button } from '../../components/Button'
import { Sheet } from '../../components/Sheet'
import { moveOf } from '../../domain/price'
import { formatClock, formatDateTime } from '../../domain/time'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import './ClosedSheet.scss'
import { durationText } from './durationText'
import { sourceText } from './sourceText'

export interface ClosedSheetProps {
  order: Order | undefined
  onClose: () => void
}

/** How a closed order ended: prices, times, source and the rule in one sentence. */
export const ClosedSheet = observer(function ClosedSheet({ order, onClose }: ClosedSheetProps) {
  const t = useT()
  return (
    <Sheet open={order !== undefined} onClose={onClose} title={t('orders.detail.title')} closeLabel={t('common.close')}>
      {order ? <ClosedDetail order={order} /> : null}
    </Sheet>
  )
})

const ClosedDetail = observer(function ClosedDetail({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { market, preferences } = useStores()
  const zone = preferences.timeZone
  const code = market.summaryOf(order.symbol)?.code ?? order.symbol
  const at = (instant: string | null) => (instant === null ? '–' : formatDateTime(instant, zone, { seconds: true }))
  const clock = (instant: string | null) => (instant === null ? '' : formatClock(instant, zone, { millis: true }))
  const direction = order.direction === 'up' ? `▲ ${t('trade.buyUp')}` : `▼ ${t('trade.sellDown')}`
  return (
    <>
      <View className="closed-sheet__result">
        <Text className="muted t13">
          {code} · {direction} · {durationText(order.durationSeconds, t)}
        </Text>
        <Text className={`closed-sheet__figure num ${moveOf(order.profitLoss ?? '0')}`}>
          {format.signed(order.profitLoss ?? '0')}
        </Text>
        <Text className="muted t13 num">
          {t('orders.detail.amountAndRate', {
            amount: format.number(order.stake),
            rate: format.percent(order.earningsRateBp, 0),
          })}
        </Text>
      </View>
      {order.voidReason ? <Banner text={t(`orders.void.${order.voidReason}`)} /> : null}
      <View className="closed-sheet__prices num">
        <PriceAt label={t('orders.detail.purchasePrice')} price={order.entryPrice} time={clock(order.entryAt)} />
        <PriceAt label={t('orders.detail.transactionPrice')} price={order.exitPrice} time={clock(order.exitAt)} />
      </View>
      <View className="closed-sheet__facts num">
        <Fact label={t('orders.detail.number')}>{order.number}</Fact>
        <Fact label={t('orders.detail.opened')}>{at(order.acceptedAt)}</Fact>
        <Fact label={t('orders.detail.closedAt')}>{at(order.closedAt)}</Fact>
        <Fact label={t('orders.detail.source')}>{sourceText(order.source, t)}</Fact>
        <Fact label={t('orders.detail.rule')}>{t('orders.detail.ruleText')}</Fact>
      </View>
      <Button onClick={() => openPage('/pages/Detail/Detail', { symbol: order.symbol })}>
        {t('orders.detail.tradeAgain')}
      </Button>
    </>
  )
})

function PriceAt({ label, price, time }: { label: string; price: string | null; time: string }) {
  const format = useFormat()
  return (
    <View>
      <Text className="muted t12">{label}</Text>
      <Text className="t16 strong">{price === null ? '–' : format.number(price)}</Text>
      <Text className="muted t12">{time}</Text>
    </View>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <View className="closed-sheet__fact">
      <Text className="muted">{label}</Text>
      <Text className="closed-sheet__value">{children}</Text>
    </View>
  )
}

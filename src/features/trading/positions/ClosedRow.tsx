import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Order } from '../../../../contract/orders'
import { Card } from '../../../components/Card'
import { Icon } from '../../../components/Icon'
import { Amount } from '../../../connected/Amount'
import { SymbolIcon } from '../../../connected/SymbolIcon'
import { moveOf } from '../../../domain/price'
import { useT } from '../../../i18n'
import { showClock } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import { useLate } from '../../../stores/StoresContext'
import './ClosedRow.scss'
import { directionMark, directionTone } from '../directions'
import { holdingTime } from '../holdingTime'

/** One closed order of the list; a tap shows how it was decided. */
export const ClosedRow = observer(function ClosedRow({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const t = useT()
  const format = useFormat()
  const { market, preferences, proof } = useLate()
  const profitLoss = order.profitLoss ?? '0'
  const name = market.nameOf(order.symbol)
  const time = order.closedAt === null ? '' : showClock(order.closedAt, preferences.timeZone, { seconds: true })
  const prices =
    order.entryPrice !== null && order.exitPrice !== null
      ? `${format.number(order.entryPrice)} → ${format.number(order.exitPrice)}`
      : undefined
  return (
    <Card className="closed-row line" onClick={onOpen}>
      <SymbolIcon symbol={order.symbol} />
      <View className="fills">
        <View className="row">
          <View className="closed-row__name">
            <Text className="strong">
              {name}
              <Text className={directionTone(order.direction)} aria-hidden>{` ${directionMark(order.direction)}`}</Text>
            </Text>
            <View className="closed-row__held muted t12 num">
              <Icon name="clock" size={14} />
              <Text className="sr-only">{`${t('orders.detail.holdingTime')} `}</Text>
              <Text>{holdingTime(order)}</Text>
            </View>
          </View>
          <Amount className="strong num" move={moveOf(profitLoss)} text={format.signed(profitLoss)} />
        </View>
        <View className="row t12 num closed-row__foot">
          <View className="muted closed-row__facts">
            {prices ? <Text>{prices}</Text> : null}
            <Text>{time}</Text>
          </View>
          <View className="closed-row__status">
            <Text className="muted">{t(`orders.status.${order.status}`)}</Text>
            {/* A mark on the few that were checked would cast doubt on the rest. */}
            {proof.isBroken(order.id) ? (
              <View className="closed-row__broken problem">
                <Icon name="warning" size={14} />
                <Text className="sr-only">{t('orders.proof.broken')}</Text>
              </View>
            ) : null}
          </View>
        </View>
      </View>
    </Card>
  )
})

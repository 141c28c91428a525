import { Button as TaroButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import type { Order } from '../../../../contract/orders'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/classNames'
import { Icon } from '../../../components/Icon'
import { Sheet } from '../../../components/Sheet'
import { useOneByOne } from '../../../components/useOneByOne'
import { Amount } from '../../../connected/Amount'
import { moveOf } from '../../../domain/price'
import { STEPS } from '../../../domain/proof/story'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { useLate } from '../../../stores/StoresContext'
import { Course } from '../closed/Course'
import './SettleSheet.scss'
import { PaidBack } from '../closed/PaidBack'
import { factsOfOrder } from '../closed/storyFacts'
import { failedSteps } from '../closed/storyRows'
import { VERDICT_WORDS, verdictOf } from '../closed/verdict'
import { directionText } from '../directions'
import { durationText } from '../words'

export interface SettleSheetProps {
  /** The order whose result was tapped; its receipt is checked where it was tapped. */
  order: Order | undefined
  onSeen: () => void
}

/** How an order ended, when its pill was tapped: the figure, why, and the checks of this device. Won and lost look alike. */
export const SettleSheet = observer(function SettleSheet({ order, onSeen }: SettleSheetProps) {
  const t = useT()
  // Stays while the sheet leaves.
  const last = useRef(order)
  if (order) last.current = order
  const shown = last.current
  return (
    <Sheet
      clear
      open={order !== undefined}
      onClose={onSeen}
      title={t('orders.settled.title')}
      closeLabel={t('common.close')}
    >
      {shown ? <Settled key={shown.id} order={shown} onSeen={onSeen} /> : null}
    </Sheet>
  )
})

const Settled = observer(function Settled({ order, onSeen }: { order: Order; onSeen: () => void }) {
  const t = useT()
  const format = useFormat()
  const { market, proof } = useLate()
  const { state } = proof.checkOf(order.id)
  const checked = state.kind === 'ready' ? state.value : undefined
  const facts = factsOfOrder(order)
  const openReceipt = () => {
    onSeen()
    openPage('/pages/order/closed', { id: order.id })
  }
  return (
    <View className="settled">
      <Text className="settled__what muted t13">
        {[market.nameOf(order.symbol), directionText(order.direction, t), durationText(order.durationSeconds, t)].join(
          ' · ',
        )}
      </Text>
      <View className="settled__result">
        <Amount
          className="settled__figure num"
          move={moveOf(facts.profitLoss)}
          text={format.signed(facts.profitLoss)}
        />
        <View className="settled__words">
          <Text className="strong">{t(`orders.status.${order.status}`)}</Text>
          <PaidBack order={order} />
        </View>
      </View>
      {order.voidReason ? <Text className="settled__why t13">{t(`orders.void.${order.voidReason}`)}</Text> : null}
      <Course facts={facts} checked={checked} loading={state.kind !== 'failed'} />
      <Seal orderId={order.id} onOpen={openReceipt} />
      <View className="wraps gap-12">
        <Button tone="secondary" onClick={onSeen}>
          {t('orders.settled.done')}
        </Button>
        <Button onClick={openReceipt}>{t('orders.settled.why')}</Button>
      </View>
    </View>
  )
})

/** A tick for each of the five checks as it is told, and the verdict; a tap opens the receipt. */
const Seal = observer(function Seal({ orderId, onOpen }: { orderId: string; onOpen: () => void }) {
  const t = useT()
  const { state } = useLate().proof.checkOf(orderId)
  const checked = state.kind === 'ready' ? state.value : undefined
  const shown = useOneByOne(STEPS.length, checked !== undefined)
  const failed = checked && failedSteps(checked)
  const isDone = checked !== undefined && shown === STEPS.length
  const verdict = isDone && checked ? verdictOf(checked) : undefined
  const words = verdict
    ? VERDICT_WORDS[verdict]
    : state.kind === 'failed'
      ? 'orders.proof.unchecked'
      : 'orders.proof.checking'
  const isBroken = verdict === 'broken'
  return (
    <TaroButton className={classNames('seal', isBroken && 'seal--broken')} onClick={onOpen}>
      <Icon name={isBroken ? 'warning' : 'shield'} size={22} />
      <Text className="seal__text" ariaRole="status">
        {t(words)}
      </Text>
      <View className="seal__bars" aria-hidden>
        {STEPS.map((step, index) => (
          <View
            key={step}
            className={classNames(
              'seal__bar',
              index < shown && 'seal__bar--on',
              failed?.has(step) && 'seal__bar--wrong',
            )}
          >
            <Icon name={index < shown && failed?.has(step) ? 'close' : 'check'} size={14} />
          </View>
        ))}
      </View>
      <Icon name="forward" size={18} />
    </TaroButton>
  )
})

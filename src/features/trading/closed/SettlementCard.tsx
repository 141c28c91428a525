import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Order } from '../../../../contract/orders'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { Icon } from '../../../components/Icon'
import { Skeleton } from '../../../components/Skeleton'
import { Tag } from '../../../components/Tag'
import { stripOf } from '../../../domain/proof/strip'
import { formatClock } from '../../../domain/time'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { type CheckedReceipt, isSound, isWitnessed } from '../../../stores/ProofStore'
import { useStores } from '../../../stores/StoresContext'
import { historyText, problemText } from './problemText'
import { RestoreNote } from './RestoreNote'
import { SettlementStrip } from './SettlementStrip'
import { SignedNote } from './SignedNote'
import { TimeNote } from './TimeNote'
import { WitnessNote } from './WitnessNote'

/** How the order was settled, and what this device found when it checked that (PRODUCT.md 1.1). */
export const SettlementCard = observer(function SettlementCard({ order }: { order: Order }) {
  const t = useT()
  const { proof } = useStores()
  const { state: checked } = proof.checkOf(order.id)
  return (
    <Card>
      <View className="row closed__title">
        <Text className="t16 strong" ariaRole="heading" aria-level={2}>
          {t('orders.proof.title')}
        </Text>
        <Verdict orderId={order.id} />
      </View>
      {checked.kind === 'failed' ? (
        <View className="closed__failed">
          <Text className="muted t13">{t(`errors.${checked.code}`)}</Text>
          <Button tone="plain" size="medium" block={false} onClick={() => void proof.open(order.id)}>
            {t('common.retry')}
          </Button>
        </View>
      ) : null}
      {checked.kind === 'loading' ? <Skeleton shape="block" /> : null}
      {checked.kind === 'ready' ? <Findings checked={checked.value} /> : null}
      <Prices order={order} />
    </Card>
  )
})

const Verdict = observer(function Verdict({ orderId }: { orderId: string }) {
  const t = useT()
  const { state: checked } = useStores().proof.checkOf(orderId)
  if (checked.kind === 'idle' || checked.kind === 'loading') return <Tag tone="muted">{t('orders.proof.checking')}</Tag>
  if (checked.kind === 'failed') return <Tag tone="warn">{t('orders.proof.unchecked')}</Tag>
  if (checked.value.check.unable) return <Tag tone="warn">{t('orders.proof.unchecked')}</Tag>
  const holds = isSound(checked.value)
  if (holds && !isWitnessed(checked.value)) return <Tag tone="warn">{t('orders.proof.unreached')}</Tag>
  return (
    <View
      className={`closed__verdict ${holds ? 'closed__verdict--holds' : 'closed__verdict--broken'}`}
      ariaRole="status"
    >
      <Icon name={holds ? 'shield' : 'warning'} size={14} />
      <Text>{t(holds ? 'orders.proof.checked' : 'orders.proof.broken')}</Text>
    </View>
  )
})

const Findings = observer(function Findings({ checked }: { checked: CheckedReceipt }) {
  const t = useT()
  const format = useFormat()
  const { preferences } = useStores()
  const { check, history, receipt } = checked
  const order = check.verdict ? receipt.order : undefined
  const strip = order && stripOf(check.ticks, order.entrySequence, order.exitSequence)
  const texts = [
    ...check.problems.map((problem) => problemText(problem, t, format)),
    ...(history ? [historyText(history, t)] : []),
  ]
  const clock = (at: number | null) => (at === null ? '–' : formatClock(at, preferences.timeZone, { millis: true }))
  const label = t('orders.proof.strip', {
    count: 'tickCount' in receipt ? receipt.tickCount : 0,
    from: format.number(order?.entryPrice ?? '0'),
    to: format.number(order?.exitPrice ?? '0'),
  })
  return (
    <>
      {texts.length > 0 ? (
        <View className="closed__problems" ariaRole="alert">
          {[...new Set(texts)].map((text) => (
            <Text key={text} className="closed__problem">
              {text}
            </Text>
          ))}
          <Text className="muted t13">{t('orders.proof.whatToDo')}</Text>
        </View>
      ) : null}
      {strip ? <SettlementStrip strip={strip} label={label} /> : null}
      {order ? (
        <View className="row t12 muted num closed__times">
          <Text>{t('orders.proof.entryAt', { time: clock(order.entryAt) })}</Text>
          <Text>{t('orders.proof.exitAt', { time: clock(order.exitAt) })}</Text>
        </View>
      ) : null}
      <SignedNote checked={checked} />
      {checked.restored ? <RestoreNote restored={checked.restored} /> : null}
      {isSound(checked) ? <WitnessNote checked={checked} /> : null}
      {isSound(checked) ? (
        <TimeNote tied={checked.tied} unfixedMs={checked.unfixedMs} isSigned={check.signed !== undefined} />
      ) : null}
    </>
  )
})

function Prices({ order }: { order: Order }) {
  const t = useT()
  return (
    <View className="row closed__prices">
      <PriceAt label={t('orders.detail.purchasePrice')} price={order.entryPrice} />
      <PriceAt label={t('orders.detail.transactionPrice')} price={order.exitPrice} />
    </View>
  )
}

function PriceAt({ label, price }: { label: string; price: string | null }) {
  const format = useFormat()
  return (
    <View className="closed__price">
      <Text className="muted t12">{label}</Text>
      <Text className="t16 strong num">{price === null ? '–' : format.number(price)}</Text>
    </View>
  )
}

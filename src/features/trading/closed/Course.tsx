import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Skeleton } from '../../../components/Skeleton'
import { subtract } from '../../../domain/arithmetic'
import { moveOf } from '../../../domain/price'
import { stripOf } from '../../../domain/proof/strip'
import { formatClock } from '../../../domain/time'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import type { CheckedReceipt } from '../../../stores/ProofStore'
import { useStores } from '../../../stores/StoresContext'
import type { StoryFacts } from '../story/storyFacts'
import './Course.scss'
import { SettlementStrip } from './SettlementStrip'

export interface CourseProps {
  facts: StoryFacts
  checked: CheckedReceipt | undefined
  /** The prices are on their way. */
  loading: boolean
}

/** The prices that decided, from the entry to the exit, with both prices and their times below. */
export const Course = observer(function Course({ facts, checked, loading }: CourseProps) {
  const t = useT()
  const format = useFormat()
  const { entryPrice, exitPrice } = facts
  const order = checked?.check.verdict ? checked.receipt.order : undefined
  const strip = order && checked && stripOf(checked.check.ticks, order.entrySequence, order.exitSequence)
  const hasStrip = exitPrice !== null && !facts.isSigned
  const label = t('orders.proof.strip', {
    count: checked?.check.ticks.length ?? 0,
    from: format.number(entryPrice ?? '0'),
    to: format.number(exitPrice ?? '0'),
  })
  const decimals = Math.max(...[entryPrice, exitPrice].map((price) => price?.split('.')[1]?.length ?? 0))
  const change = entryPrice === null || exitPrice === null ? undefined : subtract(exitPrice, entryPrice, decimals)
  return (
    <View className="course">
      {strip ? <SettlementStrip strip={strip} tone={moveOf(facts.profitLoss)} label={label} /> : null}
      {!strip && loading && hasStrip ? <Skeleton shape="block" /> : null}
      <View className="course__ends wraps num">
        <End label={t('orders.detail.purchasePrice')} price={entryPrice} at={facts.entryAt} />
        {change === undefined ? null : <Text className="course__change strong t13">{format.signed(change)}</Text>}
        <End label={t('orders.detail.transactionPrice')} price={exitPrice} at={facts.exitAt} />
      </View>
    </View>
  )
})

const End = observer(function End({ label, price, at }: { label: string; price: string | null; at: number | null }) {
  const format = useFormat()
  const { preferences } = useStores()
  const time = at === null ? '' : formatClock(at, preferences.timeZone, { millis: true })
  return (
    <View className="course__end">
      <Text className="muted t12">{label}</Text>
      <Text className="t16 strong">{price === null ? '–' : format.number(price)}</Text>
      <Text className="muted t12">{time}</Text>
    </View>
  )
})

import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { IconButton } from '../../../components/IconButton'
import { Skeleton } from '../../../components/Skeleton'
import { subtract } from '../../../domain/arithmetic'
import { decidingCount } from '../../../domain/proof/decidingCount'
import { formatClock } from '../../../domain/time'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { prefersLessMotion } from '../../../platform/motion'
import type { CheckedReceipt } from '../../../stores/ProofStore'
import { useStores } from '../../../stores/StoresContext'
import { chartColors } from '../chart/colors'
import { CourseChart } from './CourseChart'
import { type CourseScene, courseSceneOf, pointInForce } from './courseScene'
import type { StoryFacts } from './storyFacts'
import './Course.scss'

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
  const hasPrices = exitPrice !== null && !facts.isSigned
  const scene = useMemo(() => {
    const order = checked?.check.verdict ? checked.receipt.order : undefined
    return order && checked && courseSceneOf(checked.check.ticks, order.entrySequence, order.exitSequence)
  }, [checked])
  const decimals = Math.max(...[entryPrice, exitPrice].map((price) => price?.split('.')[1]?.length ?? 0))
  const change = entryPrice === null || exitPrice === null ? undefined : subtract(exitPrice, entryPrice, decimals)
  const ends = (
    <View className="course__ends wraps num">
      <End label={t('orders.detail.purchasePrice')} price={entryPrice} at={facts.entryAt} />
      {change === undefined ? null : <Text className="course__change strong t13">{format.signed(change)}</Text>}
      <End label={t('orders.detail.transactionPrice')} price={exitPrice} at={facts.exitAt} />
    </View>
  )
  return (
    <View className="course">
      {scene && checked ? (
        <Prices facts={facts} checked={checked} scene={scene}>
          {ends}
        </Prices>
      ) : (
        <>
          {loading && hasPrices ? <Skeleton className="course__room" /> : null}
          {ends}
          {loading && hasPrices ? <View className="course__replay line gap-4" /> : null}
        </>
      )}
    </View>
  )
})

interface PricesProps {
  facts: StoryFacts
  checked: CheckedReceipt
  scene: CourseScene
  /** Between the curve and the line about it. */
  children: ReactNode
}

/** The curve, how many prices it has, and a button that runs it again. */
const Prices = observer(function Prices({ facts, checked, scene, children }: PricesProps) {
  const t = useT()
  const format = useFormat()
  const { preferences } = useStores()
  const { scheme, timeZone, upColor } = preferences
  const { at, start, stop } = useReplay()
  const colors = useMemo(() => chartColors(scheme, upColor), [scheme, upColor])
  const readoutOf = useCallback(
    (index: number) => {
      const tick = scene.points[index]?.tick
      if (!tick) return ''
      const time = formatClock(tick.at, timeZone, { millis: true })
      return `#${format.number(String(tick.sequence))} · ${time} · ${format.number(tick.price)}`
    },
    [scene, timeZone, format],
  )
  const clock = (instant: number | null) => (instant === null ? '–' : formatClock(instant, timeZone))
  const text = t('orders.proof.strip', {
    count: decidingCount(checked.receipt.order) ?? 0,
    from: clock(facts.entryAt),
    to: clock(facts.exitAt),
  })
  return (
    <>
      <CourseChart
        scene={scene}
        whole={checked.check.whole}
        direction={facts.direction}
        colors={colors}
        label={text}
        readoutOf={readoutOf}
        played={at === undefined ? undefined : pointInForce(scene, at)}
        onAsk={stop}
      />
      {children}
      <View className="course__replay line gap-4">
        {prefersLessMotion() ? null : (
          <IconButton
            icon={at === undefined ? 'play' : 'close'}
            size={20}
            label={t('orders.story.replay')}
            pressed={at !== undefined}
            onClick={at === undefined ? start : stop}
          />
        )}
        <Text className="soft t13 num" aria-hidden>
          {text}
        </Text>
      </View>
    </>
  )
})

const End = observer(function End({ label, price, at }: { label: string; price: string | null; at: number | null }) {
  const format = useFormat()
  const { preferences } = useStores()
  const time = at === null ? '' : formatClock(at, preferences.timeZone, { millis: true })
  return (
    <View className="course__end column">
      <Text className="t16 strong">{price === null ? '–' : format.number(price)}</Text>
      <Text className="muted t12">{`${label} ${time}`.trim()}</Text>
    </View>
  )
})

/** However long an order ran. */
const REPLAY_MS = 5_000
const EVERY_MS = 50

/** Runs a course from its entry to its exit again. `at`: how far it is, from 0 to 1; undefined while none runs. */
function useReplay(): { at: number | undefined; start(): void; stop(): void } {
  const [startedAt, setStartedAt] = useState<number | undefined>(undefined)
  const [at, setAt] = useState<number | undefined>(undefined)
  useEffect(() => {
    if (startedAt === undefined) return setAt(undefined)
    const timer = setInterval(() => {
      const share = (Date.now() - startedAt) / REPLAY_MS
      if (share < 0 || share > 1) setStartedAt(undefined)
      else setAt(share)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [startedAt])
  return {
    at: startedAt === undefined ? undefined : (at ?? 0),
    start: useCallback(() => setStartedAt(Date.now()), []),
    stop: useCallback(() => setStartedAt(undefined), []),
  }
}

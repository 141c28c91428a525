import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type CSSProperties, type ReactNode, useEffect } from 'react'
import type { Results } from '../../../../contract/results'
import { Banner } from '../../../components/Banner'
import { Button } from '../../../components/Button'
import { Fact } from '../../../components/Fact'
import { Icon } from '../../../components/Icon'
import { Amount } from '../../../connected/Amount'
import { useOneAtATime } from '../../../connected/useOneAtATime'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useStillHere } from '../../../platform/useStillHere'
import { useLate } from '../../../stores/StoresContext'

interface VerifiedCardProps extends Pick<Results, 'newest'> {
  /** Next to the button, given those that are not verified yet. */
  share?: (rest: readonly string[]) => ReactNode
}

/** How many of the newest orders this device has verified; the rest on a tap. */
export const VerifiedCard = observer(function VerifiedCard({ newest, share }: VerifiedCardProps) {
  const t = useT()
  const { proof } = useLate()
  const { busy, run } = useOneAtATime()
  const isStillHere = useStillHere()
  const verified = proof.verifiedOf(newest)
  // Those that are looked at first are checked first.
  const rest = newest.flatMap(({ id }) => (verified.has(id) ? [] : [id])).reverse()
  const ids = newest.map(({ id }) => id).join(',')
  useEffect(() => {
    if (ids !== '') void proof.verifyNewest(ids.split(',').reverse())
  }, [proof, ids])
  return (
    <View className="results__part stack gap-8">
      <View className="verified__head line gap-8">
        <Icon name="shield" size={18} />
        <Text className="t16 strong" ariaRole="heading" aria-level={2}>
          {t('results.verified.count', { verified: verified.size, orders: newest.length })}
        </Text>
      </View>
      <View
        className="verified__track"
        style={{ '--share': newest.length === 0 ? 0 : verified.size / newest.length } as CSSProperties}
        aria-hidden
      >
        <View className="verified__bar" />
      </View>
      <BookedSum ids={newest.flatMap(({ id }) => (verified.has(id) ? [id] : []))} />
      <View className="verified__buttons wraps gap-10">
        {rest.length > 0 ? (
          <Button
            tone="secondary"
            size="medium"
            block={false}
            loading={busy}
            onClick={() => void run(() => proof.verifyAll(rest, () => !isStillHere()))}
          >
            {t('results.verified.rest')}
          </Button>
        ) : null}
        {share?.(rest)}
      </View>
    </View>
  )
})

/** What the verified results add up to, and what the capital record has of them. */
const BookedSum = observer(function BookedSum({ ids }: { ids: readonly string[] }) {
  const t = useT()
  const format = useFormat()
  const { ownResults } = useLate()
  const booked = ownResults.bookedOf(ids)
  const isAsked = ids.length > 0
  useEffect(() => {
    if (isAsked) void booked.load()
  }, [booked, isAsked])
  const { value } = booked
  if (!isAsked || !value) return null
  return (
    <View>
      <Fact label={t('results.booked.due')}>
        <Amount text={format.signed(value.due)} />
      </Fact>
      <Fact label={t('results.booked.record')}>
        <Amount text={format.signed(value.booked)} />
      </Fact>
      {value.different > 0 ? <Banner text={t('results.booked.different', { count: value.different })} /> : null}
    </View>
  )
})

import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type CSSProperties, type ReactNode, useEffect } from 'react'
import type { Results } from '../../../../contract/results'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/Icon'
import { useOneAtATime } from '../../../connected/useOneAtATime'
import { useT } from '../../../i18n'
import { useStillHere } from '../../../platform/useStillHere'
import { useLate } from '../../../stores/StoresContext'
import { BookedSum } from './BookedSum'

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

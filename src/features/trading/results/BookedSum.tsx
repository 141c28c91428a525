import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Banner } from '../../../components/Banner'
import { Fact } from '../../../components/Fact'
import { Amount } from '../../../connected/Amount'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useLate } from '../../../stores/StoresContext'

/** What the verified results add up to, and what the capital record has of them. */
export const BookedSum = observer(function BookedSum({ ids }: { ids: readonly string[] }) {
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

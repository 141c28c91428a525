import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Fact } from '../../components/Fact'
import { useT } from '../../i18n'
import { useDayFormat } from '../../i18n/days'
import './DepositDates.scss'
import { useServerNow } from '../../connected/useServerNow'
import { usePageShown } from '../../platform/usePageShown'
import { useLate } from '../../stores/StoresContext'

const TICK_MS = 1_000

/**
 * The two dates of a deposit made now, by the server's clock: they change when the cutoff passes, and
 * screen readers announce it.
 */
export const DepositDates = observer(function DepositDates() {
  const t = useT()
  const days = useDayFormat()
  const { savings } = useLate()
  const now = useServerNow(usePageShown() ? TICK_MS : null)
  const dates = savings.datesAt(now)
  if (!dates) return null
  return (
    <View className="deposit-dates" aria-live="polite">
      <Fact label={t('savings.confirmedOn')} strong>
        <Text>{days.weekday(dates.confirmedOn)}</Text>
      </Fact>
      <Fact label={t('savings.firstEarnings')} strong>
        <Text>{days.weekday(dates.firstEarningsShownOn)}</Text>
      </Fact>
    </View>
  )
})

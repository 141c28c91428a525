import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Card } from '../../../components/Card'
import { Amount } from '../../../connected/Amount'
import { useReload } from '../../../connected/useReload'
import { moveOf } from '../../../domain/price'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { chosenTimeZone } from '../../../platform/timeZone'
import { useLate } from '../../../stores/StoresContext'
import { BETS_MIN, betsOf } from './figures'
import { HitRateBar } from './HitRateBar'

/** The results of the last seven days in short, on home; a tap opens their page. */
export const ResultsBrief = observer(function ResultsBrief() {
  const t = useT()
  const format = useFormat()
  const { account, ownResults, preferences } = useLate()
  const results = ownResults.of({ period: '7', timeZone: chosenTimeZone(preferences.timeZone) })
  useReload(() => results.refresh(), { topics: ['account'], on: [account.balance?.version] })
  const { value } = results
  if (!value) return null
  const { total, hitRate } = value
  const count = betsOf(total)
  return (
    <Card className="stack gap-6" onClick={() => openPage('/pages/results/results')}>
      <View className="row">
        <Text className="strong">{count > 0 ? t('results.right', { count, won: total.won }) : t('title.results')}</Text>
        <Text className="muted t12">{t('home.week')}</Text>
      </View>
      {hitRate && count >= BETS_MIN ? <HitRateBar rate={hitRate} /> : null}
      {total.orders > 0 ? (
        <Amount className="strong num" move={moveOf(total.net)} text={format.signed(total.net)} />
      ) : (
        <Text className="muted t13">{t('results.empty')}</Text>
      )}
    </Card>
  )
})

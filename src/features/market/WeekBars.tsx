import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import { classNames } from '../../components/classNames'
import { Amount } from '../../connected/Amount'
import { useReload } from '../../connected/useReload'
import { DAY_MS, formatDayKey } from '../../domain/time'
import { useT } from '../../i18n'
import { showWeekday } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { chosenTimeZone } from '../../platform/timeZone'
import { useLate } from '../../stores/StoresContext'
import './WeekBars.scss'

const DAYS = 7

/**
 * What the orders of each of the last seven days brought, above a line or below it. Deposits are no results, so they are
 * not in it. Nothing before the first order, and while balances are hidden.
 */
export const WeekBars = observer(function WeekBars() {
  const t = useT()
  const format = useFormat()
  const { account, connection, ownResults, preferences } = useLate()
  const { timeZone, hideBalances } = preferences
  const results = ownResults.of({ period: '7', timeZone: chosenTimeZone(timeZone) })
  useReload(() => results.refresh(), { topics: ['account'], on: [account.balance?.version] })
  const { value } = results
  if (!value || hideBalances) return null
  // Days of the calendar: one of 23 or 25 hours counts once.
  const today = Date.parse(`${formatDayKey(connection.serverNow(), timeZone).replaceAll('/', '-')}T00:00:00Z`)
  const days = Array.from({ length: DAYS }, (_, index) => {
    const midnight = new Date(today - (DAYS - 1 - index) * DAY_MS)
    const day = midnight.toISOString().slice(0, 10)
    const net = value.days.find((one) => one.day === day)?.net ?? '0'
    // The days of a week are numbered from 0, which is Sunday.
    return { day, net: Number(net), name: showWeekday(midnight.getUTCDay()) }
  })
  const most = Math.max(...days.map(({ net }) => Math.abs(net)), 1)
  return (
    <View className="week" ariaRole="button" onClick={() => openPage('/pages/results/results')}>
      <View className="row week__head">
        <Text>{t('home.weekResults')}</Text>
        <Amount className="week__sum num" text={format.signed(value.total.net)} />
      </View>
      <View className="week__days" aria-hidden>
        {days.map(({ day, net, name }, index) => (
          <View key={day} className={classNames('week__day', index === DAYS - 1 && 'week__day--now')}>
            <View
              className={classNames('week__bar', net < 0 && 'week__bar--below')}
              style={{ '--share': Math.abs(net) / most } as CSSProperties}
            />
            <Text className="week__name">{name}</Text>
          </View>
        ))}
      </View>
    </View>
  )
})

import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Card } from '../../components/Card'
import { classNames } from '../../components/classNames'
import { ListRow } from '../../components/ListRow'
import { Amount } from '../../connected/Amount'
import { GuideList } from '../../connected/GuideList'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import { showClock } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { chosenTimeZone } from '../../platform/timeZone'
import { useWide } from '../../platform/useWide'
import { useLate } from '../../stores/StoresContext'
import './HomeAside.scss'

export interface HomeAsideProps {
  /** The user's results of the last seven days, which another feature brings. */
  children: ReactNode
}

/** What a wide window shows below the actions. The twin is `HomeAside.weapp.ts`. */
export const HomeAside = observer(function HomeAside({ children }: HomeAsideProps) {
  return useWide('home') ? <Cards>{children}</Cards> : null
})

/** All are shown at once, when the last of them is known: none pushes another. */
const Cards = observer(function Cards({ children }: HomeAsideProps) {
  const { ownResults, preferences, proof, savings, session } = useLate()
  const { isLoggedIn } = session
  const results = ownResults.of({ period: '7', timeZone: chosenTimeZone(preferences.timeZone) })
  const awaited = [proof.publicLog, ...(isLoggedIn ? [savings.overview, results] : [])]
  const isKnown = awaited.every(({ state }) => state.kind === 'ready' || state.kind === 'failed')
  return (
    <View className={classNames('home-aside', !isKnown && 'home-aside--awaited')}>
      {isLoggedIn ? children : null}
      {isLoggedIn ? <Savings /> : null}
      <PublicLog />
      <GuideList />
    </View>
  )
})

/** The savings, and their last earnings. */
const Savings = observer(function Savings() {
  const t = useT()
  const format = useFormat()
  const { savings } = useLate()
  useReload(() => savings.overview.load(), { topics: ['savings'] })
  const { figures } = savings
  if (!figures) return null
  return (
    <Card onClick={() => openPage('/pages/money/money')}>
      <View className="row">
        <Text className="strong">{t('title.savings')}</Text>
        <Amount className="strong num" text={format.number(figures.total)} />
      </View>
      <View className="row t13 muted home-aside__line">
        <Text>{t('savings.yesterday')}</Text>
        <Amount
          className="num"
          text={figures.yesterdayEarnings === null ? '–' : format.signed(figures.yesterdayEarnings)}
        />
      </View>
    </Card>
  )
})

/** What the public log says of all users' orders of the day, and when it was last signed; leads to the page that checks. */
const PublicLog = observer(function PublicLog() {
  const t = useT()
  const format = useFormat()
  const { preferences, proof } = useLate()
  useReload(() => proof.publicLog.load())
  const log = proof.publicLog.value
  if (!log) return null
  const count = (orders: number) => format.number(String(orders))
  return (
    <Card kind="list">
      <ListRow
        icon="shield"
        title={t('home.log.settled', { orders: count(log.orders), voided: count(log.voided) })}
        note={t('home.log.signed', { time: showClock(log.signedAt, preferences.timeZone, { seconds: true }) })}
        onClick={() => openPage('/pages/check/check')}
      />
    </Card>
  )
})

import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Card } from '../../components/Card'
import { classNames } from '../../components/classNames'
import { Amount } from '../../connected/Amount'
import { GuideList } from '../../connected/GuideList'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { chosenTimeZone } from '../../platform/timeZone'
import { useWide } from '../../platform/useWide'
import { useLate } from '../../stores/StoresContext'
import './HomeAside.scss'
import { PublicLog } from './PublicLog'

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

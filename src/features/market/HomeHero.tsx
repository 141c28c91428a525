import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Amount } from '../../connected/Amount'
import { HideBalances } from '../../connected/HideBalances'
import { Later } from '../../connected/Later'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { HAS_TRADING } from '../../routes'
import { useStores } from '../../stores/StoresContext'
import { FreeGuess } from './FreeGuess'
import './HomeHero.scss'
import { WeekBars } from './laterParts'

/** The user's assets; for a visitor, a free guess and the ways in. */
export const HomeHero = observer(function HomeHero() {
  const { session } = useStores()
  return session.isLoggedIn ? <Assets /> : <Visitor />
})

function Visitor() {
  const t = useT()
  return (
    <>
      {HAS_TRADING ? <FreeGuess /> : null}
      <View className="home-hero__ways">
        <Button tone="secondary" size="medium" onClick={() => openPage('/pages/login/registerCheck')}>
          {t('home.register')}
        </Button>
        <Button tone="secondary" size="medium" onClick={() => openPage('/pages/login/login')}>
          {t('home.login')}
        </Button>
      </View>
    </>
  )
}

const Assets = observer(function Assets() {
  const t = useT()
  const format = useFormat()
  const { account, session } = useStores()
  const { balance, figures } = account
  const currency = session.appInfo?.currency.code
  // Before the first order there is no result to draw.
  const hasTraded = figures?.hasTraded !== false
  return (
    <Card kind="hero" className="home-hero">
      <View className="row home-hero__head">
        <Text className="home-hero__line">
          {currency ? t('profile.totalAssetsIn', { currency }) : t('profile.totalAssets')}
        </Text>
        <HideBalances />
      </View>
      <View className="home-hero__foot num">
        <Figure className="card__total" text={balance?.total} write={format.number} />
        <Figure
          className="home-hero__line"
          text={balance?.available}
          write={format.number}
          say={(amount) => t('common.available', { amount })}
        />
      </View>
      {HAS_TRADING && hasTraded ? (
        <View className="home-hero__week">
          <Later>
            <WeekBars />
          </Later>
        </View>
      ) : null}
    </Card>
  )
})

interface FigureProps {
  /** Undefined until it is loaded. */
  text: string | undefined
  write: (text: string) => string
  className: string
  say?: (amount: string) => string
}

function Figure({ text, write, className, say = (amount) => amount }: FigureProps) {
  if (text === undefined) return <Text className={className}>{say('–')}</Text>
  return <Amount className={className} text={write(text)} say={say} />
}

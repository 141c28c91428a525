import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { IconButton } from '../../components/IconButton'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useFirstStores } from '../../stores/StoresContext'
import './HomeHero.scss'

const HIDDEN = '••••••'

/** What the user owns; for a visitor, the way in. */
export const HomeHero = observer(function HomeHero() {
  const { session } = useFirstStores()
  return session.isLoggedIn ? <Assets /> : <Visitor />
})

const Visitor = observer(function Visitor() {
  const t = useT()
  return (
    <Card kind="hero">
      <Text className="home-hero__title">{t('home.welcomeTitle')}</Text>
      <Text className="home-hero__line">{t('home.welcomeText')}</Text>
      <View className="home-hero__actions">
        <Button tone="onHero" size="medium" onClick={() => openPage('/pages/login/login')}>
          {t('home.login')}
        </Button>
        <Button tone="onHeroSoft" size="medium" onClick={() => openPage('/pages/login/registerCheck')}>
          {t('home.register')}
        </Button>
      </View>
    </Card>
  )
})

const Assets = observer(function Assets() {
  const t = useT()
  const format = useFormat()
  const { account, preferences, session } = useFirstStores()
  const { balance, figures } = account
  const currency = session.appInfo?.currency.code
  const hidden = preferences.hideBalances
  const shown = (text: string | undefined, write: (text: string) => string) =>
    text === undefined ? '–' : hidden ? HIDDEN : write(text)
  return (
    <Card kind="hero">
      <View className="row">
        <Text className="home-hero__line">
          {currency ? t('profile.totalAssetsIn', { currency }) : t('profile.totalAssets')}
        </Text>
        <IconButton
          icon={hidden ? 'eye-off' : 'eye'}
          size={20}
          label={hidden ? t('common.showBalances') : t('common.hideBalances')}
          pressed={hidden}
          onClick={() => preferences.setHideBalances(!hidden)}
        />
      </View>
      <Text className="home-hero__total num">{shown(balance?.total, format.number)}</Text>
      <View className="home-hero__foot home-hero__line num">
        <Text>
          {t('common.todayProfitLoss')} <Text className="strong">{shown(figures?.todayProfitLoss, format.signed)}</Text>
        </Text>
        <Text>{t('common.available', { amount: shown(balance?.available, format.number) })}</Text>
      </View>
    </Card>
  )
})

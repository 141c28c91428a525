import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Amount } from '../../connected/Amount'
import { HideBalances } from '../../connected/HideBalances'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { HAS_TRADING } from '../../routes'
import { useStores } from '../../stores/StoresContext'
import './HeroCard.scss'

/** The user's assets, the profit on them, and buttons to deposit and withdraw. */
export const HeroCard = observer(function HeroCard() {
  const { account, session } = useStores()
  const t = useT()
  const format = useFormat()
  const { figures, balance } = account
  if (!figures || !balance) return null
  const currency = session.appInfo?.currency?.code
  return (
    <Card kind="hero" className="me-hero">
      <View className="card__head row">
        <Text className="me-hero__key">
          {currency ? t('profile.totalAssetsIn', { currency }) : t('profile.totalAssets')}
        </Text>
        <HideBalances />
      </View>
      <Amount className="card__total num" text={format.number(balance.total)} />
      <View className="me-hero__figures">
        {HAS_TRADING ? (
          <>
            <Part label={t('profile.accountProfitLoss')} text={format.signed(figures.accountProfitLoss)} />
            <Part label={t('common.todayProfitLoss')} text={format.signed(figures.todayProfitLoss)} />
          </>
        ) : null}
        <Part label={t('profile.available')} text={format.number(balance.available)} />
      </View>
      <View className="me-hero__actions wraps gap-12">
        {HAS_TRADING ? (
          <Button tone="onHero" size="medium" onClick={() => openPage('/pages/deposit/deposit')}>
            {t('common.deposit')}
          </Button>
        ) : null}
        <Button tone="onHeroSoft" size="medium" onClick={() => openPage('/pages/withdraw-money/withdraw-money')}>
          {t('common.withdraw')}
        </Button>
      </View>
    </Card>
  )
})

function Part({ label, text }: { label: string; text: string }) {
  return (
    <View className="me-hero__part">
      <Text className="me-hero__small block t12">{label}</Text>
      <Amount className="me-hero__value num" text={text} />
    </View>
  )
}

import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Banner } from '../../components/Banner'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { Skeleton } from '../../components/Skeleton'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'
import { PayoutCard } from './PayoutCard'
import { PayoutFormView } from './PayoutFormView'
import './wallet.scss'

/** The withdrawal account: bound once by the user; a change opens when customer service has reopened it. */
export const PayoutAccountScreen = observer(function PayoutAccountScreen() {
  const t = useT()
  const { payoutAccount, changes } = useStores()
  const { state } = payoutAccount
  const shown = usePageShown()
  const changed = changes.count('payout_account')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change asks again
  useEffect(() => {
    if (shown) void payoutAccount.load()
  }, [payoutAccount, shown, changed])
  if (state.kind === 'failed') {
    return (
      <EmptyState
        icon="offline"
        title={t('common.loadFailed')}
        text={t(`errors.${state.code}`)}
        actionLabel={t('common.retry')}
        onAction={() => void payoutAccount.load()}
      />
    )
  }
  if (state.kind !== 'ready') return <Skeleton shape="block" count={2} />
  const { account, changeOpen } = state.value
  if (account && !changeOpen) {
    return (
      <View className="wallet">
        <PayoutCard account={account} />
        <Button tone="secondary" onClick={() => openPage('/pages/account/account-detail')}>
          {t('title.payoutAccountDetail')}
        </Button>
      </View>
    )
  }
  return (
    <View className="wallet">
      <Banner tone="brand" text={t(account ? 'wallet.payout.reopened' : 'wallet.payout.unbound')} />
      <PayoutFormView />
    </View>
  )
})

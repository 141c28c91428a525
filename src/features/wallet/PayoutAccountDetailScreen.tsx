import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { PayoutAccount, PayoutAccountState } from '../../../contract/payoutAccount'
import { Banner } from '../../components/Banner'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { Skeleton } from '../../components/Skeleton'
import { Loaded } from '../../connected/Loaded'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'
import { PayeeReviewBanner } from './PayeeReviewBanner'
import { PayoutCard } from './PayoutCard'
import { ChangeRow, PayoutFacts } from './PayoutFacts'
import './wallet.scss'

/** The bound account, masked, and how to change it. */
export const PayoutAccountDetailScreen = observer(function PayoutAccountDetailScreen() {
  const t = useT()
  const { current } = useLate().payoutAccount
  useReload(() => current.refresh())
  return (
    <Loaded from={current} loading={<Skeleton shape="block" count={2} />}>
      {({ account, ...state }) =>
        account ? (
          <Detail account={account} {...state} />
        ) : (
          <EmptyState
            icon="card"
            title={t('wallet.obstacle.noAccount')}
            text={t('wallet.obstacle.noAccountText')}
            actionLabel={t('wallet.obstacle.goBind')}
            onAction={() => openPage('/pages/account/account')}
          />
        )
      }
    </Loaded>
  )
})

interface DetailProps extends PayoutAccountState {
  account: PayoutAccount
}

function Detail({ account, changeOpen, payeeDiffers, payeeReview }: DetailProps) {
  const t = useT()
  return (
    <View className="form-page stack">
      <PayoutCard account={account} />
      {payeeReview ? <PayeeReviewBanner review={payeeReview} /> : null}
      <PayoutFacts account={account} />
      {payeeDiffers || changeOpen ? (
        <Banner tone="brand" text={t(payeeDiffers ? 'wallet.payout.otherName' : 'wallet.payout.reopened')} />
      ) : null}
      {changeOpen ? (
        <Button onClick={() => openPage('/pages/account/account')}>{t('wallet.payout.change')}</Button>
      ) : (
        <ChangeRow />
      )}
    </View>
  )
}

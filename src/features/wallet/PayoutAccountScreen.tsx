import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Banner } from '../../components/Banner'
import { Skeleton } from '../../components/Skeleton'
import { Loaded } from '../../connected/Loaded'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import { useLate } from '../../stores/StoresContext'
import { PayeeReviewBanner } from './PayeeReviewBanner'
import { PayoutCard } from './PayoutCard'
import { ChangeRow, PayoutFacts } from './PayoutFacts'
import { PayoutFormView } from './PayoutFormView'
import './wallet.scss'

/** The withdrawal account: bound once by the user; it can be changed once customer service reopens it. */
export const PayoutAccountScreen = observer(function PayoutAccountScreen() {
  const t = useT()
  const { current } = useLate().payoutAccount
  useReload(() => current.refresh(), { topics: ['payout_account'] })
  return (
    <Loaded from={current} loading={<Skeleton shape="block" count={2} />}>
      {({ account, changeOpen, payeeDiffers, payeeReview }) =>
        account && (!changeOpen || payeeReview?.status === 'waiting') ? (
          <View className="form-page stack">
            <PayoutCard account={account} />
            {payeeReview ? <PayeeReviewBanner review={payeeReview} /> : null}
            <PayoutFacts account={account} />
            <ChangeRow />
          </View>
        ) : (
          <View className="form-page stack">
            {payeeReview ? <PayeeReviewBanner review={payeeReview} /> : null}
            <Banner
              tone="brand"
              text={t(
                payeeDiffers ? 'wallet.payout.otherName' : account ? 'wallet.payout.reopened' : 'wallet.payout.unbound',
              )}
            />
            <PayoutFormView />
          </View>
        )
      }
    </Loaded>
  )
})

import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { PayoutAccount, PayoutAccountState } from '../../../contract/payoutAccount'
import { Banner } from '../../components/Banner'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { EmptyState } from '../../components/EmptyState'
import { Fact } from '../../components/Fact'
import { Skeleton } from '../../components/Skeleton'
import { Loaded } from '../../connected/Loaded'
import { useCustomerService } from '../../connected/useCustomerService'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import { useCountries } from '../../i18n/countries/countries'
import { showDateTime } from '../../i18n/days'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import { PayeeReviewBanner } from './PayeeReviewBanner'
import { PayoutCard } from './PayoutCard'
import { NUMBER_LABELS } from './payoutForm'
import './wallet.scss'

/** The bound account, masked, and how to change it. */
export const PayoutAccountDetailScreen = observer(function PayoutAccountDetailScreen() {
  const t = useT()
  const { current } = useStores().payoutAccount
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

const Detail = observer(function Detail({ account, changeOpen, payeeDiffers, payeeReview }: DetailProps) {
  const t = useT()
  const { preferences } = useStores()
  const openService = useCustomerService()
  const countries = useCountries()
  const at = (instant: string) => showDateTime(instant, preferences.timeZone)
  const country = countries?.find(({ iso }) => iso === account.nationality)?.name ?? account.nationality
  return (
    <View className="form-page stack">
      <PayoutCard account={account} />
      {account.payableFrom ? (
        <Banner icon="clock" text={t('wallet.obstacle.fresh', { time: at(account.payableFrom) })} />
      ) : null}
      {payeeReview ? <PayeeReviewBanner review={payeeReview} /> : null}
      <Card>
        <Fact label={t('wallet.payout.kind')}>{t(`wallet.payout.${account.kind}`)}</Fact>
        <Fact label={t('wallet.payout.accountName')}>{account.accountName}</Fact>
        <Fact label={t('wallet.payout.nationality')}>{country}</Fact>
        {account.bank ? <Fact label={t('wallet.payout.bank')}>{account.bank}</Fact> : null}
        {account.chain ? <Fact label={t('wallet.payout.chain')}>{account.chain}</Fact> : null}
        <Fact label={t(account.numberKind ? NUMBER_LABELS[account.numberKind] : 'wallet.payout.currencyAddress')}>
          {account.masked}
        </Fact>
        {account.bankCode ? <Fact label={t('wallet.payout.bankCode')}>{account.bankCode}</Fact> : null}
        {account.accountAddress ? (
          <Fact label={t('wallet.payout.accountAddress')}>{account.accountAddress}</Fact>
        ) : null}
        <Fact label={t('wallet.payout.boundAt')}>{at(account.boundAt)}</Fact>
      </Card>
      <Banner
        tone="brand"
        text={t(
          payeeDiffers
            ? 'wallet.payout.otherName'
            : changeOpen
              ? 'wallet.payout.reopened'
              : 'wallet.payout.changeNotice',
        )}
      />
      {changeOpen ? (
        <Button onClick={() => openPage('/pages/account/account')}>{t('wallet.payout.change')}</Button>
      ) : (
        <Button tone="secondary" onClick={openService}>
          {t('common.customerService')}
        </Button>
      )}
    </View>
  )
})

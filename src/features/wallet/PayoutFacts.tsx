import { observer } from 'mobx-react-lite'
import type { PayoutAccount } from '../../../contract/payoutAccount'
import { Banner } from '../../components/Banner'
import { Card } from '../../components/Card'
import { Fact } from '../../components/Fact'
import { ListRow } from '../../components/ListRow'
import { useCustomerService } from '../../connected/useCustomerService'
import { useT } from '../../i18n'
import { useCountries } from '../../i18n/countries/countries'
import { showDateTime } from '../../i18n/days'
import { useStores } from '../../stores/StoresContext'
import { NUMBER_LABELS } from './payoutForm'

/** The facts of the bound account, and from when on it can be paid to. */
export const PayoutFacts = observer(function PayoutFacts({ account }: { account: PayoutAccount }) {
  const t = useT()
  const { preferences } = useStores()
  const countries = useCountries()
  const at = (instant: string) => showDateTime(instant, preferences.timeZone)
  const country = countries?.find(({ iso }) => iso === account.nationality)?.name ?? account.nationality
  return (
    <>
      {account.payableFrom ? (
        <Banner icon="clock" text={t('wallet.obstacle.fresh', { time: at(account.payableFrom) })} />
      ) : null}
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
    </>
  )
})

/** The way to another account: customer service opens it. */
export function ChangeRow() {
  const t = useT()
  const openService = useCustomerService()
  return (
    <Card kind="list">
      <ListRow
        icon="help"
        title={t('common.customerService')}
        note={t('wallet.payout.changeNotice')}
        onClick={openService}
      />
    </Card>
  )
}

import { observer } from 'mobx-react-lite'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'
import { DepositTimeline } from './DepositTimeline'
import { channelName } from './depositForm'
import { MoneyList } from './MoneyList'
import { MoneyRow } from './MoneyRow'
import { statusOfDeposit } from './status'

/** Deposit details: every deposit, and the course of each. */
export const DepositsScreen = observer(function DepositsScreen() {
  const t = useT()
  const { deposits } = useLate()
  return (
    <MoneyList
      kind="deposit"
      records={deposits}
      topic="deposits"
      actionLabel={t('title.quickDeposit')}
      onAction={() => openPage('/pages/deposit/deposit')}
      row={(deposit, open) => (
        <MoneyRow
          key={deposit.id}
          title={channelName({ kind: deposit.channelKind, label: deposit.channelLabel }, t)}
          amount={deposit.amount}
          status={statusOfDeposit(deposit)}
          createdAt={deposit.createdAt}
          onClick={open}
        />
      )}
      course={(deposit) => <DepositTimeline deposit={deposit} />}
    />
  )
})

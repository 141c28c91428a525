import { observer } from 'mobx-react-lite'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'
import { MoneyList } from './MoneyList'
import { MoneyRow } from './MoneyRow'
import { statusOf } from './status'
import { WithdrawalTimeline } from './WithdrawalTimeline'

/** Withdrawal details: every withdrawal, and the course of each. */
export const WithdrawalsScreen = observer(function WithdrawalsScreen() {
  const t = useT()
  const { withdrawals } = useLate()
  return (
    <MoneyList
      kind="withdraw"
      records={withdrawals}
      topic="withdrawals"
      actionLabel={t('title.withdraw')}
      onAction={() => openPage('/pages/withdraw-money/withdraw-money')}
      row={(withdrawal, open) => (
        <MoneyRow
          key={withdrawal.id}
          title={withdrawal.method.name}
          detail={withdrawal.method.masked}
          amount={withdrawal.amount}
          status={statusOf(withdrawal)}
          createdAt={withdrawal.createdAt}
          onClick={open}
        />
      )}
      course={(withdrawal) => <WithdrawalTimeline withdrawal={withdrawal} />}
    />
  )
})

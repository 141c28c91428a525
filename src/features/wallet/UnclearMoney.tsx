import type { Deposit } from '../../../contract/deposits'
import type { Withdrawal } from '../../../contract/withdrawals'
import { UnclearCard, UnclearList } from '../../connected/UnclearList'
import { useT } from '../../i18n'
import type { Sender } from '../../stores/sending/Sender'

export type MoneySender = Sender<'deposit', Deposit> | Sender<'withdrawal', Withdrawal>

/** Deposits or withdrawals whose answer was lost. */
export function UnclearMoney({ sender }: { sender: MoneySender }) {
  const t = useT()
  return (
    <UnclearList<'deposit' | 'withdrawal', Deposit | Withdrawal>
      sender={sender}
      card={(unclear) => (
        <UnclearCard
          {...unclear}
          title={(state, amount) => t(`wallet.unclear.${state}.${unclear.intent.kind}`, { amount })}
        />
      )}
    />
  )
}

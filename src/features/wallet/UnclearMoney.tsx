import type { Deposit } from '../../../contract/deposits'
import type { Withdrawal } from '../../../contract/withdrawals'
import { useShownAmount } from '../../connected/Amount'
import { UnclearCard, UnclearList } from '../../connected/UnclearList'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import type { Sender } from '../../stores/sending/Sender'

export type MoneySender = Sender<'deposit', Deposit> | Sender<'withdrawal', Withdrawal>

/** Deposits or withdrawals whose answer was lost. */
export function UnclearMoney({ sender }: { sender: MoneySender }) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  return (
    <UnclearList<'deposit' | 'withdrawal', Deposit | Withdrawal>
      sender={sender}
      card={({ intent, isChecking, dismiss }) => (
        <UnclearCard
          title={t(`wallet.unclear.${isChecking ? 'checking' : 'notMade'}.${intent.kind}`, {
            amount: shown(format.number(intent.body.amount)),
          })}
          text={t(isChecking ? 'common.resolvesItself' : 'common.unchanged')}
          dismissLabel={t('common.dismiss')}
          onDismiss={isChecking ? undefined : dismiss}
        />
      )}
    />
  )
}

import { Button } from '../../components/Button'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useT } from '../../i18n'
import type { MoneyRecords } from '../../stores/MoneyRecords'
import { useStores } from '../../stores/StoresContext'

export interface CancelMoneyProps {
  kind: 'deposit' | 'withdraw'
  id: string
  records: Pick<MoneyRecords<never, { id: string }>, 'cancel' | 'load'>
  onAnswer?: () => void
}

/** Cancels a deposit or withdrawal after a question; if it is too late, its record shows why. */
export function CancelMoney({ kind, id, records, onAnswer }: CancelMoneyProps) {
  const t = useT()
  const { ui } = useStores()
  const { busy, run } = useOneAtATime()
  const handleCancel = async () => {
    const yes = await ui.confirm({
      title: t(`wallet.${kind}.cancelTitle`),
      text: t(`wallet.${kind}.cancelText`),
      confirmLabel: t(`wallet.${kind}.cancel`),
      cancelLabel: t('wallet.keep'),
      tone: 'danger',
    })
    if (!yes) return
    const answer = await run(() => records.cancel(id))
    if (!answer) return
    onAnswer?.()
    if (answer.ok) return ui.toast(t('common.done'), 'success')
    ui.toast(t(`errors.${answer.error.code}`), 'error')
    void records.load(id)
  }
  return (
    <Button tone="secondary" loading={busy} onClick={() => void handleCancel()}>
      {t(`wallet.${kind}.cancel`)}
    </Button>
  )
}

import type { SavingsMovement } from '../../../contract/savings'
import { useT } from '../../i18n'
import { useDayFormat } from '../../i18n/days'
import { goBack } from '../../platform/navigation'
import { useStillHere } from '../../platform/useStillHere'
import { useLate } from '../../stores/StoresContext'
import type { SavingsDirection } from '../../stores/sending/intents'
import type { Refusal } from '../../stores/sending/sendOnce'

/** Sends a transfer and says what became of it; resolves to the refusal if it was refused. */
export function useTransfer() {
  const t = useT()
  const days = useDayFormat()
  const { savings, account, connection, ui } = useLate()
  const isStillHere = useStillHere()

  /** Says the real dates if a deposit confirmed before the cutoff arrives after it. */
  function sayLaterDay(movement: SavingsMovement, promised: string | undefined) {
    const { confirmedOn } = movement
    if (confirmedOn === null || promised === undefined || confirmedOn === promised) return
    ui.toast(t('savings.laterDay', { day: days.weekday(confirmedOn) }), 'info')
  }

  return async (direction: SavingsDirection, amount: string): Promise<Refusal | undefined> => {
    const promised = savings.datesAt(connection.serverNow())?.confirmedOn
    const sent = await savings.move(direction, amount)
    if (sent.kind === 'refused') {
      // The figures on the screen are out of date: new ones show what can be done.
      void savings.overview.refresh()
      return sent.failure
    }
    if (sent.kind === 'checking') {
      ui.toast(t('savings.checking.toast'), 'info')
      return undefined
    }
    void account.load()
    ui.toast(t('common.done'), 'success')
    sayLaterDay(sent.value, promised)
    if (isStillHere()) goBack()
    return undefined
  }
}

import { useState } from 'react'
import type { SavingsMovement } from '../../../contract/savings'
import { useShownAmount } from '../../connected/Amount'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useT } from '../../i18n'
import { useDayFormat } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { goBack } from '../../platform/navigation'
import { useStillHere } from '../../platform/useStillHere'
import { useLate } from '../../stores/StoresContext'
import type { SavingsDirection } from '../../stores/sending/intents'
import { refusalText } from './transferTexts'

/** Sends a transfer once, regardless of further taps, and says what became of it. */
export function useTransfer(onSent: () => void) {
  const t = useT()
  const format = useFormat()
  const days = useDayFormat()
  const { savings, account, connection, ui } = useLate()
  const { busy: sending, run } = useOneAtATime()
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const own = useShownAmount()
  const isStillHere = useStillHere()

  /** Says the real dates if a deposit confirmed before the cutoff arrives after it. */
  function sayLaterDay(movement: SavingsMovement, promised: string | undefined) {
    const { confirmedOn } = movement
    if (confirmedOn === null || promised === undefined || confirmedOn === promised) return
    ui.toast(t('savings.laterDay', { day: days.weekday(confirmedOn) }), 'info')
  }

  async function sendOnce(direction: SavingsDirection, amount: string) {
    setFailure(undefined)
    const promised = savings.datesAt(connection.serverNow())?.confirmedOn
    const sent = await savings.move(direction, amount)
    if (sent.kind === 'refused') {
      // The figures on the screen are out of date: new ones show what can be done.
      void savings.overview.refresh()
      setFailure(refusalText(sent.failure, t, { number: format.number, own }))
      return
    }
    onSent()
    if (sent.kind === 'checking') return ui.toast(t('savings.checking.toast'), 'info')
    void account.load()
    ui.toast(t('common.done'), 'success')
    sayLaterDay(sent.value, promised)
    if (isStillHere()) goBack()
  }

  const send = (direction: SavingsDirection, amount: string) => run(() => sendOnce(direction, amount))

  return { sending, failure, clearFailure: () => setFailure(undefined), send }
}

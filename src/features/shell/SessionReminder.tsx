import { observer } from 'mobx-react-lite'
import { ConfirmDialog } from '../../components/ConfirmDialog'
import { useShownAmount } from '../../connected/Amount'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'

/** Says how long the session has lasted, and its results. It blocks the app until the user answers. */
export const SessionReminder = observer(function SessionReminder() {
  const { sessionTime } = useLate()
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  if (!sessionTime.isDue) return null
  const { activity } = sessionTime
  const handleAnswer = (goesOn: boolean) => {
    sessionTime.answer()
    if (!goesOn) openPage('/pages/limits/limits')
  }
  return (
    <ConfirmDialog
      title={t('limits.reminder.title', { count: sessionTime.minutes })}
      text={
        activity &&
        t('limits.reminder.text', {
          orders: format.number(String(activity.orders)),
          result: shown(format.signed(activity.profitLoss)),
        })
      }
      confirmLabel={t('limits.reminder.go')}
      cancelLabel={t('title.limits')}
      onAnswer={handleAnswer}
    />
  )
})

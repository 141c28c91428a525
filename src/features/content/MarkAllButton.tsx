import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useT } from '../../i18n'
import { useLate } from '../../stores/StoresContext'

/** Marks every message as read, without a question, since nothing is lost. At the head of the list. */
export const MarkAllButton = observer(function MarkAllButton() {
  const t = useT()
  const { messages, ui } = useLate()
  const { busy, run } = useOneAtATime()
  if (messages.unread === 0) return null
  const handleClick = async () => {
    const answer = await run(() => messages.readAll())
    if (!answer) return
    if (answer.ok) ui.toast(t('common.done'), 'success')
    else ui.toast(t(`errors.${answer.error.code}`), 'error')
  }
  return (
    <Button tone="plain" size="medium" block={false} loading={busy} onClick={handleClick}>
      {t('message.markAll')}
    </Button>
  )
})

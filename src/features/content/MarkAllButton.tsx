import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Button } from '../../components/Button'
import { useT } from '../../i18n'
import { useStores } from '../../stores/StoresContext'

/** Marks every message as read, at the head of the list; nothing is lost by it, so nothing is asked. */
export const MarkAllButton = observer(function MarkAllButton() {
  const t = useT()
  const { messages, ui } = useStores()
  const [busy, setBusy] = useState(false)
  if (messages.unread === 0) return null
  const handleClick = async () => {
    setBusy(true)
    const answer = await messages.readAll()
    setBusy(false)
    if (answer.ok) ui.toast(t('common.done'), 'success')
    else ui.toast(t(`errors.${answer.error.code}`), 'error')
  }
  return (
    <Button tone="plain" size="medium" block={false} loading={busy} onClick={handleClick}>
      {t('message.markAll')}
    </Button>
  )
})

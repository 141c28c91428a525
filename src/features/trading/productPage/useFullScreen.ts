import { useCallback, useState } from 'react'
import { useDialogKeys } from '../../../components/useDialogKeys'
import { leaveFullScreen, takeFullScreen } from '../../../platform/fullScreen'

/** The chart over all of the page, as a dialog named `name`: back and Escape lead out of it. */
export function useFullScreen(name: string, onChange?: (on: boolean) => void) {
  const [on, setOn] = useState(false)
  const close = useCallback(() => {
    setOn(false)
    onChange?.(false)
    leaveFullScreen()
  }, [onChange])
  const open = () => {
    setOn(true)
    onChange?.(true)
    takeFullScreen(close)
  }
  const dialog = useDialogKeys(on, close)
  const props = on ? { ariaRole: 'dialog', 'aria-modal': true, 'aria-label': name } : {}
  return { on, open, close, dialog, props }
}

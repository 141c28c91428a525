import { App } from 'antd'
import type { ModalFuncProps } from 'antd/es/modal'
import { useCallback, useRef } from 'react'

/**
 * Opens a dialog that asks, and no second one while it is open. Without this, two quick presses would open two dialogs
 * with the same form, and the second would stay open after the first is done. `make` is not called for a press that
 * opens nothing. What was confirmed is done once, even if the button is pressed again while the dialog disappears. If
 * `onOk` fails, the dialog stays; it has said why.
 */
export function useConfirm() {
  const { modal } = App.useApp()
  const isOpen = useRef(false)
  return useCallback(
    (make: () => Omit<ModalFuncProps, 'afterClose'>) => {
      if (isOpen.current) return
      isOpen.current = true
      const { onOk, ...look } = make()
      let isDone = false
      const asked = modal.confirm({
        ...look,
        async onOk() {
          if (isDone) return
          await onOk?.()
          isDone = true
        },
        afterClose() {
          isOpen.current = false
        },
      })
      // A dialog that somebody waits for keeps what `onOk` throws to itself.
      void asked.then(
        () => undefined,
        () => undefined,
      )
    },
    [modal],
  )
}

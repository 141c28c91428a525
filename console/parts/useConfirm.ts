import { App } from 'antd'
import type { ModalFuncProps } from 'antd/es/modal'
import { useCallback, useRef } from 'react'

/**
 * Opens a dialog that asks, and no second one while it is open: two presses within a moment would open two with one form, of
 * which the second one stays when the first one has done its work. `make` is not called for a press that opens nothing.
 */
export function useConfirm() {
  const { modal } = App.useApp()
  const isOpen = useRef(false)
  return useCallback(
    (make: () => Omit<ModalFuncProps, 'afterClose'>) => {
      if (isOpen.current) return
      isOpen.current = true
      modal.confirm({
        ...make(),
        afterClose() {
          isOpen.current = false
        },
      })
    },
    [modal],
  )
}

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { addOverlay } from '../platform/overlays'
import { keepInside } from '../platform/shortcuts'
import { afterPicture } from '../platform/tasks'

/** The open dialogs, the one in front last: the keys are its alone. */
const stack: object[] = []
let openCount = 0
const watchers = new Set<() => void>()

function count(by: 1 | -1): void {
  openCount += by
  for (const changed of watchers) changed()
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

const isAnyOpen = () => openCount > 0

/** Whether a sheet or dialog is open over the page. */
export const useDialogOpen = (): boolean => useSyncExternalStore(watch, isAnyOpen, isAnyOpen)

/**
 * Makes an element a modal dialog: the system's back, a navigation and Escape close it, focus goes in and stays in, and
 * at the end focus returns to where it was. A mini program has no keyboard focus, so only a navigation counts there.
 */
export function useDialogKeys(open: boolean, onClose: () => void) {
  const element = useRef<HTMLElement | null>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!open) return
    count(1)
    const remove = addOverlay(() => close.current())
    return () => {
      count(-1)
      remove()
    }
  }, [open])
  useEffect(() => {
    if (!open || process.env.TARO_ENV !== 'h5') return
    const before = document.activeElement as HTMLElement | null
    // The Tab key skips the dialog itself, but the dialog can hold the focus.
    if (element.current) element.current.tabIndex = -1
    // To focus, the browser lays out the page: before the picture it would do so twice.
    const callOff = afterPicture(() => {
      if (document.activeElement === before) element.current?.focus({ preventScroll: true })
    })
    const own = {}
    stack.push(own)
    const handleKey = (event: KeyboardEvent) => {
      if (stack[stack.length - 1] !== own) return
      if (event.key === 'Escape') {
        // A closing sheet keeps the focus until the page below is rendered: a later key must not confirm it.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        close.current()
      } else if (event.key === 'Tab' && element.current) keepInside(event, element.current)
    }
    document.addEventListener('keydown', handleKey)
    return () => {
      callOff()
      document.removeEventListener('keydown', handleKey)
      stack.splice(stack.indexOf(own), 1)
      before?.focus?.({ preventScroll: true })
    }
  }, [open])
  return element
}

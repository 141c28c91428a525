import { type FormEvent, type Ref, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { withDetail } from './dom'

type Control = HTMLInputElement | HTMLTextAreaElement

interface TextControlOptions {
  value: string | undefined
  focus: boolean | undefined
  onInput: ((event: never) => unknown) | undefined
  forwarded: Ref<Control>
}

/**
 * Keeps a text element equal to `value` after each render, which React alone does not: if a handler refuses the input,
 * the element goes back. While an input method composes, the element is left alone.
 */
export function useTextControl({ value, focus, onInput, forwarded }: TextControlOptions) {
  const element = useRef<Control | null>(null)
  const composing = useRef(false)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)

  useLayoutEffect(() => {
    const control = element.current
    if (!control || value === undefined || composing.current || control.value === value) return
    const fromEnd = control.value.length - (control.selectionEnd ?? control.value.length)
    control.value = value
    if (document.activeElement === control && fromEnd > 0) {
      const at = Math.max(0, value.length - fromEnd)
      control.setSelectionRange(at, at)
    }
  })
  useEffect(() => {
    if (focus) element.current?.focus()
  }, [focus])

  const report = (event: FormEvent<Control>) => {
    const { value: typed, selectionEnd } = event.currentTarget
    onInput?.(withDetail(event, { value: typed, cursor: selectionEnd ?? typed.length }) as never)
    renderAgain()
  }
  return {
    ref: (control: Control | null) => {
      element.current = control
      if (typeof forwarded === 'function') forwarded(control)
      else if (forwarded) (forwarded as { current: Control | null }).current = control
    },
    onInput: (event: FormEvent<Control>) => {
      if (!composing.current) report(event)
    },
    onCompositionStart: () => {
      composing.current = true
    },
    onCompositionEnd: (event: FormEvent<Control>) => {
      composing.current = false
      report(event)
    },
  }
}

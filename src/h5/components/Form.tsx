import type { FormProps } from '@tarojs/components'
import { type FormEvent, forwardRef } from 'react'
import { domProps, withDetail } from './dom'

function valuesOf(form: HTMLFormElement): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = {}
  for (const element of Array.from(form.elements)) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) || !element.name) continue
    values[element.name] = element.type === 'checkbox' && 'checked' in element ? element.checked : element.value
  }
  return values
}

export const Form = forwardRef<HTMLFormElement, FormProps>(function Form(props, ref) {
  const { onSubmit, onReset, reportSubmit, reportSubmitTimeout, ...rest } = props
  // Nothing of a form may reach the address bar, so the browser's own submit never happens.
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit?.(withDetail(event, { value: valuesOf(event.currentTarget) }) as never)
  }
  return <form {...domProps(rest)} ref={ref} noValidate onSubmit={handleSubmit} />
})

import { App } from 'antd'
import { useCallback } from 'react'
import { ConsoleRequestError } from '../api'
import { t } from '../texts'

/** Shows a refusal in words; hands on what is no refusal. */
export function useProblem() {
  const { message } = App.useApp()
  return useCallback(
    (error: unknown) => {
      const problem = error instanceof ConsoleRequestError ? error.problem : 'internal'
      message.error(t(`problem/${problem}`))
    },
    [message],
  )
}

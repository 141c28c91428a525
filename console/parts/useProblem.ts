import { App } from 'antd'
import { useCallback } from 'react'
import type { ConsoleFault } from '../../contract/consoleStatements'
import { ConsoleRequestError } from '../api'
import { t } from '../texts'

/** Where a file cannot be read, and why. */
export const faultSentence = ({ code, unit, place, found, file }: ConsoleFault) =>
  `${file === null ? '' : `${file}: `}${t(`statement/at/${unit}`, { place })}${t(`statement/fault/${code}`, { found })}`

/** Shows a refusal in words; passes on any other error. */
export function useProblem() {
  const { message } = App.useApp()
  return useCallback(
    (error: unknown) => {
      const { problem, fault } =
        error instanceof ConsoleRequestError ? error : { problem: 'internal', fault: undefined }
      if (fault === undefined) message.error(t(`problem/${problem}`))
      else message.error(faultSentence(fault))
    },
    [message],
  )
}

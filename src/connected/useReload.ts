import { useEffect, useRef } from 'react'
import type { ChangeTopic } from '../../contract/limits'
import { usePageShown } from '../platform/usePageShown'
import { useStores } from '../stores/StoresContext'

export interface ReloadOptions {
  /** Topics of the answer: a change of one on the server loads it again. */
  topics?: readonly ChangeTopic[]
  /** Other inputs of the response, e.g. the locale or the tab. */
  on?: readonly (string | number | undefined)[]
  /** False while the answer is not needed, e.g. when nobody is logged in. */
  when?: boolean
}

/** Calls `load` each time the page is shown, and whenever the answer may have changed. For observers. */
export function useReload(load: () => unknown, { topics = [], on = [], when = true }: ReloadOptions = {}): void {
  const { changes } = useStores()
  const shown = usePageShown()
  const latest = useRef(load)
  latest.current = load
  const key = shown && when ? JSON.stringify([topics.map((topic) => changes.count(topic)), on]) : undefined
  useEffect(() => {
    if (key !== undefined) void latest.current()
  }, [key])
}

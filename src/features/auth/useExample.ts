import { type ComponentType, useEffect, useState } from 'react'
import type { ShownResult } from '../../../contract/shownResult'
import { afterFirstPage, firstData } from '../../platform/firstScreen'
import { nextTask } from '../../platform/tasks'
import type { OpenCheck } from '../../stores/openChecks'
import { readExample, writeExample } from '../../stores/persistence/lastExample'
import { useStores } from '../../stores/StoresContext'

/** Verifies the example; loaded as a separate file. */
export interface ExampleCheck {
  /** Undefined for a text that is no receipt. */
  checkExample(text: string): OpenCheck | undefined
}

/** An example as the server tells it, or verified. */
type Example = ShownResult | OpenCheck

export interface ExampleProps {
  loadCheck: () => Promise<ExampleCheck>
  Card: ComponentType<{ check: Example }>
}

/**
 * The house's newest example order: at first as it came with the page, or as the last visit left it, and verified on
 * this device once the page is painted. Undefined if there is none.
 */
export function useExample(loadCheck: ExampleProps['loadCheck']): Example | undefined {
  const { http } = useStores()
  const [told] = useState(() => firstData().example ?? readExample())
  const [example, setExample] = useState<Example | undefined>(told)
  useEffect(() => {
    let isHere = true
    const load = async () => {
      const asked = http.callText('getExample', { query: { order: told?.id } })
      const [answer] = await Promise.all([asked, told && loadCheck()])
      // Empty while the house has none.
      const code = answer.ok && answer.value ? await loadCheck() : undefined
      // Evaluating the code that has just come and running it are a task each.
      await nextTask()
      const check = answer.ok ? code?.checkExample(answer.value) : undefined
      if (!isHere) return
      setExample(check)
      if (check?.holds) writeExample(check)
    }
    afterFirstPage(() => void load().catch(() => isHere && setExample(undefined)))
    return () => {
      isHere = false
    }
  }, [http, loadCheck, told])
  return example
}

import { type ComponentType, useEffect, useState } from 'react'
import { loadAllTexts } from '../../i18n'
import { afterFirstPage } from '../../platform/firstScreen'
import type { OpenCheck } from '../../stores/openChecks'
import { useStores } from '../../stores/StoresContext'

/** Verifies and shows the example; loaded as a separate file. */
export interface ExampleParts {
  /** Undefined for a text that is no receipt. */
  checkExample(text: string): OpenCheck | undefined
  ExampleCard: ComponentType<{ check: OpenCheck }>
}

interface Example extends Pick<ExampleParts, 'ExampleCard'> {
  check: OpenCheck
}

/**
 * The house's newest example order, verified on this device once the page is painted; undefined until then, and if
 * there is none.
 */
export function useExample(loadParts: () => Promise<ExampleParts>): Example | undefined {
  const { http } = useStores()
  const [example, setExample] = useState<Example>()
  useEffect(() => {
    let isHere = true
    const load = async () => {
      const answer = await http.callText('getExample')
      // Empty while the house has none.
      if (!answer.ok || !answer.value) return
      const [parts] = await Promise.all([loadParts(), loadAllTexts()]).catch(() => [undefined])
      const check = parts?.checkExample(answer.value)
      if (parts && check && isHere) setExample({ check, ExampleCard: parts.ExampleCard })
    }
    afterFirstPage(() => void load())
    return () => {
      isHere = false
    }
  }, [http, loadParts])
  return example
}

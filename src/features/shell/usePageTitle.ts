import { useEffect } from 'react'
import { setDocumentTitle } from '../../platform/system'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'

/** Names the page to the browser: tabs, the history and screen readers use the title. */
export function usePageTitle(title: string): void {
  const { session } = useStores()
  const shown = usePageShown()
  const name = session.appInfo?.name ?? 'Fairtick'
  useEffect(() => {
    if (shown && title !== '') setDocumentTitle(title === name ? name : `${title} · ${name}`)
  }, [shown, title, name])
}

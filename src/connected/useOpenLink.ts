import { useT } from '../i18n'
import { openExternal } from '../platform/external'
import { useStores } from '../stores/StoresContext'

/** Opens an address outside the product, or, if the shell opens none, says that it is on the clipboard. */
export function useOpenLink(): (url: string) => void {
  const t = useT()
  const { ui } = useStores()
  return (url) => {
    if (openExternal(url) === 'copied') ui.toast(t('shell.inApp.linkCopied'), 'info')
  }
}

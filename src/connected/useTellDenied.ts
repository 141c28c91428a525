import { useT } from '../i18n'
import { openSettings } from '../platform/settings'
import { useStores } from '../stores/StoresContext'

/** Says that WeChat does not let this program do it, and leads to where the user can change that. */
export function useTellDenied(): () => void {
  const t = useT()
  const { ui } = useStores()
  return () =>
    ui.offer(
      {
        title: t('shell.inApp.denied'),
        text: t('shell.inApp.deniedText'),
        confirmLabel: t('shell.inApp.openSettings'),
        cancelLabel: t('common.cancel'),
      },
      openSettings,
    )
}

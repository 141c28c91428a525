import { useT } from '../i18n'
import type { PlainKey } from '../i18n/keys'
import { copyText } from '../platform/clipboard'
import { useStores } from '../stores/StoresContext'

/** Copies a text and says whether it worked. */
export function useCopy(): (text: string, done?: PlainKey) => Promise<void> {
  const t = useT()
  const { ui } = useStores()
  return async (text, done = 'wallet.copied') => {
    const copied = await copyText(text)
    ui.toast(t(copied ? done : 'common.copyFailed'), copied ? 'success' : 'error')
  }
}

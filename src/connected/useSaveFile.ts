import { plainThaiWords } from '../domain/thaiWords'
import { useT } from '../i18n'
import { saveFile } from '../platform/saveFile'
import { useStores } from '../stores/StoresContext'

interface TextFile {
  name: string
  /** Its media type, e.g. "text/csv". */
  type: string
  text: string
}

/**
 * Saves a text file for the user and reports the outcome: `saved` or `failed` in the caller's words, or what became of it if
 * the shell cannot save files.
 */
export function useSaveFile(): (file: TextFile, words: { saved: string; failed: string }) => Promise<void> {
  const t = useT()
  const { ui } = useStores()
  return async ({ name, type, text }, { saved, failed }) => {
    const result = await saveFile(name, type, plainThaiWords(text))
    if (result === 'saved') ui.toast(saved, 'success')
    else if (result === 'shared') ui.toast(t('shell.inApp.fileShared'), 'info')
    else if (result === 'copied') ui.toast(t('shell.inApp.textCopied'), 'info')
    else if (result === 'failed') ui.toast(failed, 'error')
  }
}

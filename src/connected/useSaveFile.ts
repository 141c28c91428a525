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
  return async function save(file, words) {
    const result = await saveFile(file.name, file.type, plainThaiWords(file.text))
    if (result === 'saved') ui.toast(words.saved, 'success')
    else if (result === 'failed') ui.toast(words.failed, 'error')
    else if (result === 'shared') ui.toast(t('shell.inApp.fileShared'), 'info')
    else if (result === 'copied') ui.toast(t('shell.inApp.textCopied'), 'info')
    else if (result === 'sent') ui.toast(t('shell.inApp.fileSent'), 'success')
    else if (result === 'notSent') ui.toast(t('shell.inApp.fileNotSent'), 'error')
    else if (result === 'ready') {
      const question = {
        title: t('shell.inApp.fileReady'),
        text: t('shell.inApp.fileReadyText'),
        confirmLabel: t('shell.inApp.sendFile'),
        cancelLabel: t('common.cancel'),
      }
      ui.offer(question, () => void save(file, words))
    }
  }
}

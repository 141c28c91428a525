import { useT } from '../i18n'
import { choosePhoto, type Photo } from '../platform/photo'
import { useStores } from '../stores/StoresContext'
import { useTellDenied } from './useTellDenied'

/** Lets the user take or choose a picture. Undefined if they did not, and if that failed, which they are told. */
export function useChoosePhoto(): () => Promise<Photo | undefined> {
  const t = useT()
  const { ui } = useStores()
  const tellDenied = useTellDenied()
  return async () => {
    try {
      return await choosePhoto()
    } catch (problem) {
      if (problem === 'denied') tellDenied()
      else ui.toast(t(problem === 'failed' ? 'shell.inApp.photoFailed' : 'errors.photo_invalid'), 'error')
      return undefined
    }
  }
}

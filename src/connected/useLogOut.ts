import { redirect } from '../platform/navigation'
import { LOGIN_URL } from '../routes'
import { useLate } from '../stores/StoresContext'

/** Ends the session on this device, with the draft and the notices that are the user's own. */
export function useLogOut(): () => void {
  const { auth, push, verification } = useLate()
  return () => {
    verification.forgetDraft()
    push.endHere()
    void auth.logOut()
    redirect(LOGIN_URL)
  }
}

/** `denied`: the user, or the phone, does not let this program do it, and WeChat does not ask again. */
type WxFailure = 'cancelled' | 'denied' | 'failed'

/** Why a call of WeChat failed, by its words. */
export function wxFailure(error: unknown): WxFailure {
  const words = (error as { errMsg?: unknown } | null)?.errMsg
  if (typeof words !== 'string') return 'failed'
  if (/cancel/i.test(words)) return 'cancelled'
  return /auth(orize)? ?(deny|denied)|permission denied/i.test(words) ? 'denied' : 'failed'
}

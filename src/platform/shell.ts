/** Our pages run in a browser, in WeChat's own browser, or in the web view of somebody's mini program in WeChat. */
export type Shell = 'browser' | 'wechat' | 'miniProgram'

/**
 * Tells the shell by what WeChat says of itself.
 * @param userAgent of the navigator; a mini program's web view has "miniProgram/wx…" or "MiniProgramEnv/…" in it
 * @param environment `window.__wxjs_environment`, which older ones have alone
 */
export function readShell(userAgent: string, environment: unknown): Shell {
  if (!/\bMicroMessenger\//i.test(userAgent)) return 'browser'
  return environment === 'miniprogram' || /miniprogram/i.test(userAgent) ? 'miniProgram' : 'wechat'
}

const here = (): Shell => readShell(navigator.userAgent, Reflect.get(window, '__wxjs_environment'))

/** The shell draws its own bar, with the document's title and a way back. The twin is `shell.weapp.ts`. */
export const hasShellBar = (): boolean => here() === 'miniProgram'

/** A web view opens its owner's own addresses only; others can be copied at most. */
export const opensLinks = (): boolean => here() !== 'miniProgram'

/** WeChat downloads nothing that a page has made itself. */
export const savesFiles = (): boolean => here() === 'browser'

/** The message to the shell of a web view. It is given when the user shares, goes back or leaves. */
interface ShellMessage {
  type: 'share'
  title: string
  /** As another device can open it. */
  url: string
}

interface MiniProgram {
  postMessage?(message: { data: ShellMessage }): void
}

/** Tells the shell of a mini program; false if it does not listen. */
export function tellShell(message: ShellMessage): boolean {
  if (here() !== 'miniProgram') return false
  const { miniProgram } = (Reflect.get(window, 'wx') ?? {}) as { miniProgram?: MiniProgram }
  if (!miniProgram?.postMessage) return false
  miniProgram.postMessage({ data: message })
  return true
}

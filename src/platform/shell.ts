/**
 * Our pages run in a browser, in WeChat's own browser, in the web view of somebody's mini program in WeChat, or in the web view
 * of another app.
 */
export type Shell = 'browser' | 'wechat' | 'miniProgram' | 'webView'

/** Apps with web views, some of which do not tell themselves otherwise. */
const APPS =
  /\b(Line|KAKAO\w+|Zalo\w*|NAVER|DaumApps|FBA[NV]|FB_IAB|FBIOS|Messenger\w*ForiOS|Instagram|Barcelona|TikTok|musical_ly|BytedanceWebview|aweme|Telegram|WhatsApp|Viber|Snapchat|Pinterest|Twitter\w*|LinkedInApp|Slack|Discord|DingTalk|Lark|Feishu|AlipayClient|Weibo|QQ|baiduboxapp|Shopee|Lazada)\b/i

/** Whether the page is in the web view of an app, by the name of the browser. */
function isWebView(userAgent: string, isInstalled: boolean): boolean {
  if (/; wv\)/.test(userAgent) || APPS.test(userAgent)) return true
  // Every browser of iOS names Safari, our own installed page does not.
  return /\b(iPhone|iPad|iPod)\b/.test(userAgent) && !/\bSafari\//.test(userAgent) && !isInstalled
}

/**
 * Tells the shell by what it says of itself.
 * @param userAgent of the navigator; a mini program's web view has "miniProgram/wx…" or "MiniProgramEnv/…" in it
 * @param environment `window.__wxjs_environment`, which older ones have alone
 * @param isInstalled opened from the home screen
 */
export function readShell(userAgent: string, environment: unknown, isInstalled = false): Shell {
  if (!/\bMicroMessenger\//i.test(userAgent)) return isWebView(userAgent, isInstalled) ? 'webView' : 'browser'
  return environment === 'miniprogram' || /miniprogram/i.test(userAgent) ? 'miniProgram' : 'wechat'
}

const here = (): Shell =>
  readShell(
    navigator.userAgent,
    Reflect.get(window, '__wxjs_environment'),
    Reflect.get(navigator, 'standalone') === true,
  )

/** The shell draws its own bar, with the document's title and a way back. The twin is `shell.weapp.ts`. */
export const hasShellBar = (): boolean => here() === 'miniProgram'

/** A web view opens its owner's own addresses only; others can be copied at most. */
export const opensLinks = (): boolean => here() !== 'miniProgram'

/** WeChat downloads nothing that a page has made itself, and web views of other apps say nothing of what became of it. */
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

/** Whether WeChat's own browser shows the page. */
export const isWechat = (): boolean => here() === 'wechat'

let shown: ShellMessage | undefined
let listener: ((message: ShellMessage) => void) | undefined

/** Gives `listen` the page that is shown, and each later one (`wechatCard.ts`). */
export function onShareable(listen: (message: ShellMessage) => void): void {
  listener = listen
  if (shown) listen(shown)
}

/** Tells the shell of a mini program, or WeChat's browser; false if it does not listen. */
export function tellShell(message: ShellMessage): boolean {
  shown = message
  listener?.(message)
  if (here() !== 'miniProgram') return listener !== undefined
  const { miniProgram } = (Reflect.get(window, 'wx') ?? {}) as { miniProgram?: MiniProgram }
  if (!miniProgram?.postMessage) return false
  miniProgram.postMessage({ data: message })
  return true
}

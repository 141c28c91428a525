import type { Browser } from 'puppeteer-core'
import type { Locale } from '../../contract/locales'
import { type Actor, createActor } from './actor'
import { type OpenPage, visit } from './browser'
import type { ConsoleUser } from './consoleUser'

/** The app on a device where the user is logged in and reads `locale`. */
export async function openApp(
  browser: Browser,
  origin: string,
  { session, locale }: { session: ConsoleUser['session']; locale: Locale },
): Promise<{ actor: Actor; opened: OpenPage }> {
  const opened = await visit(browser)
  // A picture has the app's storage, and no app that writes to it in the meantime.
  await opened.page.goto(`${origin}/h5/icon-512.png`)
  await opened.page.evaluate(
    (language, { token, user }) => {
      const kept = { token, userInfo: user, appInfo: null, registerInfo: null, orderBackUrl: '', kefuUrl: '' }
      localStorage.setItem('language', language)
      localStorage.setItem('session', JSON.stringify({ version: 1, value: kept }))
    },
    locale,
    session,
  )
  return { actor: createActor(opened.page, origin), opened }
}

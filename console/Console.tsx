import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import 'antd/dist/reset.css'
import { App as AntApp, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { useEffect, useState } from 'react'
import type { StaffSession } from '../contract/consoleSchemas'
import { ConsoleRequestError, call } from './api'
import { Frame } from './Frame'
import { Invitation, SignIn } from './pages/SignIn'
import { Caught } from './parts/Caught'
import { SessionContext } from './session'
import { useTheme } from './theme'
import './styles/base.css'
import './styles/frame.css'
import './styles/split.css'
import './styles/match.css'
import './styles/sheet.css'
import './styles/controls.css'
import { firstLanguage, type Language, setLanguage } from './texts'

interface Props {
  /** The token of a one-time link, if that is open. */
  invitation: string
}

/** The whole console: the page before sign-in, or the menu with its pages. */
export function Console({ invitation }: Props) {
  const [language, setShown] = useState(firstLanguage)
  const [session, setSession] = useState<StaffSession | null>()
  const [queries] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({
          // A session that has ended leads back to sign-in, from wherever it is noticed.
          onError: (error) => {
            if (error instanceof ConsoleRequestError && error.problem === 'unauthenticated') setSession(null)
          },
        }),
        defaultOptions: { queries: { retry: false } },
      }),
  )
  useEffect(() => {
    if (invitation === '') call('getSession', {}).then(setSession, () => setSession(null))
  }, [invitation])
  async function changeLanguage(next: Language) {
    await setLanguage(next)
    setShown(next)
  }
  function leave() {
    queries.clear()
    setSession(null)
  }
  return (
    // No space between two Chinese characters: the name that is read aloud has none either.
    <ConfigProvider theme={useTheme()} locale={language === 'en' ? enUS : zhCN} button={{ autoInsertSpace: false }}>
      {/* Around the app, because the contents of its dialogs ask the server and know who is signed in, too. */}
      <QueryClientProvider client={queries}>
        <SessionContext.Provider value={session ? { session, language } : undefined}>
          <Caught>
            <AntApp>
              {session && <Frame key={language} onLanguage={changeLanguage} onSignedOut={leave} />}
              {session === null && <SignIn onSession={setSession} />}
              {session === undefined && invitation !== '' && <Invitation token={invitation} onSession={setSession} />}
            </AntApp>
          </Caught>
        </SessionContext.Provider>
      </QueryClientProvider>
    </ConfigProvider>
  )
}

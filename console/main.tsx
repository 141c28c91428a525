import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import 'antd/dist/reset.css'
import { App as AntApp, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
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

const invitation = window.location.pathname === '/invitation' ? window.location.hash.slice(1) : ''

function Console() {
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
  }, [])
  async function changeLanguage(next: Language) {
    await setLanguage(next)
    setShown(next)
  }
  function leave() {
    queries.clear()
    setSession(null)
  }
  return (
    <ConfigProvider theme={useTheme()} locale={language === 'en' ? enUS : zhCN}>
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

const root = document.getElementById('root')
document.documentElement.lang = firstLanguage
if (root)
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  )

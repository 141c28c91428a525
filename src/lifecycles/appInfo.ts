import { reaction } from 'mobx'
import type { AppInfo } from '../../contract/app'
import type { Http } from '../api/http'
import type { ConnectionStore } from '../stores/ConnectionStore'
import type { SessionStore } from '../stores/SessionStore'
import type { Lifecycle } from './lifecycle'

const AGAIN_AFTER_MS = 10_000

/**
 * Fetches what the client needs before login, at the start and whenever the session was reset. Between a reset and the
 * answer the last known one holds, so that the notice of a simulated market never blinks.
 */
export function startAppInfo(deps: {
  http: Http
  session: SessionStore
  connection: ConnectionStore
  /** It came with the page: it is asked for a little later, as a cached page gives no sample of the server's clock. */
  isKnown: boolean
}): Lifecycle {
  const { http, session, connection, isKnown } = deps
  let last: AppInfo | null = session.appInfo
  let timer: ReturnType<typeof setTimeout> | undefined
  let disposed = false

  const fetch = async () => {
    clearTimeout(timer)
    const sentAt = Date.now()
    const result = await http.call('getAppInfo')
    if (disposed) return
    if (!result.ok) {
      timer = setTimeout(fetch, AGAIN_AFTER_MS)
      return
    }
    last = result.value
    connection.addClockSample(sentAt, Date.now(), Date.parse(result.value.serverAt))
    session.setAppInfo(result.value)
  }
  const stop = reaction(
    () => session.appInfo === null,
    (missing) => {
      if (!missing) return
      if (last) session.setAppInfo(last)
      fetch()
    },
  )
  if (isKnown) timer = setTimeout(fetch, AGAIN_AFTER_MS)
  else fetch()
  return {
    dispose() {
      disposed = true
      clearTimeout(timer)
      stop()
    },
  }
}

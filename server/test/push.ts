import type { PushState } from '../../contract/push'
import { type FakeBrowser, type PushService, startPushService } from '../../test/support/pushService'
import { readPushSettings } from '../src/modules/push/settings'
import { present } from '../src/shared/assert'
import type { TestApp, TestUser } from './app'

/** 32 bytes that are a key of P-256, and nobody's. */
export const VAPID_KEY = Buffer.alloc(32, 7).toString('base64url')

export const pushSettings = (hosts: string) =>
  present(
    readPushSettings({ VAPID_KEY, VAPID_SUBJECT: 'mailto:push@fairtick.example', PUSH_HOSTS: hosts }),
    'a key is given',
  )

/** A push service on this machine, and the settings of a server that knows no other. */
export async function startPushes() {
  const service = await startPushService()
  return { service, settings: pushSettings(service.origin) }
}

/** Actions of a browser and its user, through the routes. */
export function pushCalls(app: TestApp, service: PushService) {
  const call = (user: Pick<TestUser, 'headers'>, method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url: `/api${url}`, headers: user.headers, ...(payload ? { payload } : {}) })

  /** Everything that retries or waits for others of its kind is due now. */
  const hurry = () => app.database.query(`update push_delivery set due_at = clock_timestamp() - interval '1 second'`)

  return {
    call,
    hurry,
    subscribe: (user: Pick<TestUser, 'headers'>, browser: FakeBrowser, locale = 'en-US') =>
      call(user, 'PUT', '/push/subscription', { ...browser, locale }),
    async subscribed(user: Pick<TestUser, 'headers'>, locale = 'en-US'): Promise<FakeBrowser> {
      const browser = service.newBrowser()
      const answer = await call(user, 'PUT', '/push/subscription', { ...browser, locale })
      if (answer.statusCode !== 200) throw new Error(`the subscription was refused: ${answer.body}`)
      return browser
    },
    state: async (user: Pick<TestUser, 'headers'>): Promise<PushState> => (await call(user, 'GET', '/push')).json(),
    /** Runs the worker until nothing is due. */
    async deliver(): Promise<void> {
      for (let turn = 0; turn < 20; turn++) {
        await hurry()
        if ((await app.deps.push.runOnce()) === 0) return
      }
      throw new Error('the queue does not end')
    },
    /** Tells the user something through the messages, as other modules do. */
    tell: (user: TestUser, reference: string, kind: 'deposit_successful' | 'security' = 'deposit_successful') =>
      app.database.withTransaction((tx) =>
        app.deps.messages.send(tx, {
          userId: user.id,
          reference,
          ...(kind === 'security'
            ? { kind, facts: { event: 'second_factor_on' } }
            : { kind, facts: { amount: '5432.10', reference: 'FD-0000000001' } }),
        }),
      ),
    waiting: async (): Promise<number> =>
      (await app.database.query('select 1 from push_delivery union all select 1 from push_fanout')).length,
  }
}

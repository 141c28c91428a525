import type { Browser, CDPSession, Page, WebWorker } from 'puppeteer-core'
import type { PushPayload } from '../../contract/push'
import { VAPID_KEY } from '../../server/test/push'
import { type FakeBrowser, type PushService, startPushService } from '../support/pushService'
import { until } from '../support/until'
import { joinIn, newAccount } from './account'
import { createActor } from './actor'
import { launch, PHONE, visit } from './browser'
import { clippedOn, overflowOn, violationsOn } from './pageChecks'
import { type RunningServer, startServer } from './server'
import { textsOf } from './texts'
import { testInChromium } from './visitors'

/**
 * From the switch in the settings to the notice on the screen: the browsers' own push services cannot be reached from here,
 * so that one of this machine stands in for them, and what it opens is handed to the browser by its debugging protocol.
 */
const t = textsOf('zh-CN')
let browser: Browser
let service: PushService
let server: RunningServer

beforeAll(async () => {
  service = await startPushService()
  server = await startServer({ VAPID_KEY, PUSH_HOSTS: service.origin })
  browser = await launch('chromium')
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await service.stop()
})

/** The browser's subscription is made here: its own would need its maker's servers. Everything else is the browser's. */
function standIn(address: FakeBrowser) {
  let current: object | null = null
  const subscribe = async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    const { endpoint, p256dh, auth } = address
    current = {
      options: { applicationServerKey: applicationServerKey.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        current = null
      },
    }
    return current
  }
  Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => current })
}

/** Hands payloads to the service worker as the browser does with what arrives for it. */
async function postman(session: CDPSession, origin: string) {
  const ids: string[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL } of registrations) if (scopeURL.startsWith(origin)) ids.push(registrationId)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await until('the registration of the service worker', () => ids[0])
  return (payload: PushPayload) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
}

async function workerOf(page: Page): Promise<WebWorker> {
  const target = await page.browserContext().waitForTarget((each) => each.type() === 'service_worker')
  const worker = await target.worker()
  if (!worker) throw new Error('the service worker is not there')
  return worker
}

interface Shown {
  title: string
  body: string
  data: unknown
  close(): void
}
type Scope = typeof globalThis & {
  registration: { getNotifications(): Promise<Shown[]> }
  clients: { matchAll(options?: object): Promise<unknown[]> }
  pushesSeen?: number
}

const shownBy = (worker: WebWorker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as Scope
    return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }))
  })

testInChromium(
  'turned on with a tap, a login elsewhere is told on the screen, and a tap on that opens the messages',
  async () => {
    const { origin } = server
    const { page, tab, complaints, close } = await visit(browser, { ...PHONE, offline: true })
    await page.browserContext().overridePermissions(origin, ['notifications'])
    const address = service.newBrowser()
    await page.evaluateOnNewDocument(standIn, address)
    const actor = createActor(page, origin)
    const user = newAccount()
    await joinIn(actor, t, user, server.openingCode)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await actor.open('/pages/set/set')
    await actor.presses(t('notify.push.device'), 'switch')
    await actor.sees(t('notify.push.money'))
    await actor.screenshot('push-settings')

    // Somebody logs in elsewhere.
    const { account, password } = user
    const elsewhere = await fetch(`${origin}/api/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account, password }),
    })
    expect(elsewhere.ok).toBe(true)
    const [arrived] = await until('the push', () => (service.to(address).length > 0 ? service.to(address) : undefined))
    const payload = arrived?.payload as PushPayload
    expect(payload).toMatchObject({ title: t('message.security.login_new_device.title'), lang: 'zh-CN' })

    // While the app is on the screen nothing is shown next to it.
    const deliver = await postman(await page.createCDPSession(), origin)
    const worker = await workerOf(page)
    await worker.evaluate(() => {
      self.addEventListener('push', () => {
        const scope = self as unknown as Scope
        scope.pushesSeen = (scope.pushesSeen ?? 0) + 1
      })
    })
    await deliver({ ...payload, title: 'while visible' })
    await until('the push in the worker', () => worker.evaluate(() => (self as unknown as Scope).pushesSeen === 1))
    // Asked after the worker has asked the same.
    await worker.evaluate(async () => (await (self as unknown as Scope).clients.matchAll()).length)
    expect(await shownBy(worker)).toEqual([])

    // With no window of the app it is. The browser tells the worker of a closed one a little later.
    await page.goto('about:blank')
    // A window that has let go of its worker is still one of the app for a moment.
    const windows = () =>
      worker.evaluate(
        async () => (await (self as unknown as Scope).clients.matchAll({ includeUncontrolled: true })).length,
      )
    await until('the end of the window in the worker', async () => (await windows()) === 0)
    await deliver(payload)
    const shown = await until('the notice', async () => {
      const all = await shownBy(worker)
      return all.length > 0 ? all : undefined
    })
    expect(shown).toEqual([{ title: payload.title, body: payload.body, data: { path: '/pages/message/message' } }])

    // A tap leads the window that is open to the page, without loading it again.
    await actor.open('/pages/aboutUs/aboutUs')
    await actor.sees(t('title.about'))
    await page.evaluate(() => Reflect.set(window, 'sameWindow', true))
    await worker.evaluate(async () => {
      const [notification] = await (self as unknown as Scope).registration.getNotifications()
      const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined })
      self.dispatchEvent(event)
    })
    await actor.arrivesAt('/pages/message/message')
    await actor.sees(payload.title)
    expect(await page.evaluate(() => Reflect.get(window, 'sameWindow'))).toBe(true)
    expect(await shownBy(worker)).toEqual([])

    // The app has subscribed again at its start, as the new page had no subscription; a logout ends it for good.
    const isSubscribed = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return (await registration?.pushManager.getSubscription()) !== null
      })
    await until('the subscription after a new start', isSubscribed)
    await actor.open('/pages/set/set')
    await actor.sees(t('notify.push.money'))
    expect([...(await violationsOn(tab)), ...(await overflowOn(tab)), ...(await clippedOn(tab))]).toEqual([])
    await actor.presses(t('settings.logOut'))
    await actor.sees(t('settings.logOutTitle'))
    await actor.presses(t('settings.logOut'))
    await actor.arrivesAt('/pages/login/login')
    await until('the end of the subscription', async () => !(await isSubscribed()))
    expect(complaints).toEqual([])
    await close()
  },
)

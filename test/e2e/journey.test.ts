import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import type { Me } from '../../contract/accounts'
import type { Locale } from '../../contract/locales'
import type { OrderPage } from '../../contract/orders'
import { logIn, newAccount, register } from './account'
import { type Actor, createActor } from './actor'
import { launch, visit } from './browser'
import { beginning, containing, type Texts, textsOf } from './texts'

const origin = process.env.E2E_ORIGIN ?? ''
const openingCode = process.env.E2E_OPENING_CODE ?? ''
const LANGUAGES: [Locale, string][] = [
  ['zh-CN', '简体中文'],
  ['en-US', 'English'],
]
const SETTLED_WITHIN_MS = 60_000

/** PICTURES=1 also renews the pictures of the README. */
async function picture(actor: Actor, locale: Locale, name: string) {
  await actor.screenshot(`${name}-${locale}`)
  if (process.env.PICTURES === '1' && locale === 'en-US' && name !== 'closed') {
    await actor.page.screenshot({ path: join(__dirname, '../../docs/pictures', `${name}.png`) as `${string}.png` })
  }
}

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
})

/** Asks the API as the page does, with the token that the page keeps. */
async function ask<T>(actor: Actor, path: string): Promise<T> {
  const token = await actor.page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').value?.token)
  const answer = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}

/** Waits until what is read differs from `before`. */
async function changesFrom(before: string, read: () => Promise<string>) {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; ) {
    if ((await read()) !== before) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Nothing changed in 15 s; it still reads "${before}"`)
}

async function chooseLanguage(actor: Actor, locale: Locale, name: string) {
  const inChinese = textsOf('zh-CN')
  await actor.sees(inChinese('auth.slogan'))
  if (locale === 'zh-CN') return
  await actor.presses(beginning(inChinese('auth.language')))
  await actor.presses(containing(name), 'radio')
  await actor.sees(textsOf(locale)('auth.slogan'))
}

async function placeOrder(actor: Actor, t: Texts, direction: 'up' | 'down') {
  const label = direction === 'up' ? t('trade.buyUp') : t('trade.sellDown')
  await actor.presses(containing(label))
  await actor.sees(t('trade.durationAndRate'))
  await actor.presses(beginning(t('trade.seconds', { count: 30 })))
  await actor.presses(t('trade.confirm'))
  await actor.sees(t('trade.placed'))
  await actor.seesNoMore(t('trade.durationAndRate'))
}

describe.each(LANGUAGES)('the trade loop in %s', (locale, languageName) => {
  const t = textsOf(locale)

  test('register, trade up and down, settle, log out, come back', async () => {
    const { page, complaints, close } = await visit(browser)
    const actor = createActor(page, origin)
    const user = newAccount()
    await actor.open('/')
    await chooseLanguage(actor, locale, languageName)

    await actor.presses(t('auth.createAccount'))
    await actor.arrivesAt('/pages/login/registerCheck')
    await register(actor, t, user, openingCode)
    await logIn(actor, t, user)
    await actor.arrivesAt('/pages/index/index')
    await actor.sees('10,000.00')

    // Prices move without anyone touching the page.
    const before = await actor.reads('button', containing('BTC/USDT'))
    await changesFrom(before, () => actor.reads('button', containing('BTC/USDT')))
    await picture(actor, locale, 'home')

    await actor.presses(containing('BTC/USDT'))
    await actor.arrivesAt('/pages/Detail/Detail')
    await placeOrder(actor, t, 'up')
    await placeOrder(actor, t, 'down')
    await picture(actor, locale, 'detail')

    await actor.open('/pages/order/order')
    await actor.sees(t('orders.holdings', { count: 2 }))
    const first = await actor.reads('timer')
    await changesFrom(first, () => actor.reads('timer'))
    await picture(actor, locale, 'positions')
    await actor.sees(t('orders.empty'), SETTLED_WITHIN_MS)
    await actor.presses(t('orders.closed'), 'tab')
    await actor.sees(t('common.noMore'))
    await picture(actor, locale, 'closed')

    // What the page shows is what the ledger holds: one won and one lost, or both level.
    const me = await ask<Me>(actor, '/me')
    const closed = await ask<OrderPage>(actor, '/orders?state=closed')
    expect(closed.items).toHaveLength(2)
    const minor = (text: string) => Math.round(Number(text) * 100)
    const sum = closed.items.reduce((total, order) => total + minor(order.profitLoss ?? '0'), 0)
    expect(minor(me.balance.available)).toBe(1_000_000 + sum)
    expect(me.balance.inOrders).toBe('0.00')
    expect(minor(me.accountProfitLoss)).toBe(sum)
    const health = await ask<{ checks: { ledger: string } }>(actor, '/health')
    expect(health.checks.ledger).not.toBe('off')

    await actor.open('/pages/set/set')
    await actor.presses(t('settings.logOut'))
    await actor.sees(t('settings.logOutTitle'))
    await actor.presses(t('settings.logOut'), 'button')
    await actor.open('/pages/money-record/money-record')
    await actor.arrivesAt('/pages/login/login')
    await logIn(actor, t, user)
    await actor.arrivesAt('/pages/money-record/money-record')
    expect(complaints).toEqual([])
    await close()
  })
})

import type { Me } from '../../contract/accounts'
import type { Locale } from '../../contract/locales'
import type { OrderPage } from '../../contract/orders'
import { until } from '../support/until'
import { logIn, type NewAccount, newAccount, register } from './account'
import type { TabActor } from './actor'
import { placesByTicket } from './placing'
import { QUICK } from './quickOrders'
import { beforeBracket, beginning, containing, type Texts, textsOf } from './texts'

export interface Journey {
  locale: Locale
  /** As the chooser of languages writes it, e.g. "English". */
  language: string
  openingCode: string
  /** At each place worth a picture. */
  picture(name: 'home' | 'detail' | 'positions' | 'closed'): Promise<void>
  /** While two orders of half a minute are held, whose results come as banners on any other page; otherwise they are over soon. */
  elsewhere?(): Promise<void>
}

const SLOW = { pair: 'BTC/USDT', seconds: 30 }
const SOON = { pair: 'ETH/USDT', seconds: QUICK.seconds }

/**
 * Registers, trades up and down, waits for both results, compares them with the ledger, logs out and comes back.
 * Returns the account.
 */
export async function tradeLoop(actor: TabActor, journey: Journey): Promise<NewAccount> {
  const { locale, language, openingCode, picture, elsewhere } = journey
  const { pair, seconds } = elsewhere ? SLOW : SOON
  const t = textsOf(locale)
  const user = newAccount()
  await actor.open('/')
  await chooseLanguage(actor, locale, language)

  await actor.presses(t('auth.createAccount'))
  await actor.arrivesAt('/pages/login/registerCheck')
  await register(actor, t, user, openingCode)
  await logIn(actor, t, user)
  await actor.arrivesAt('/pages/index/index')
  await actor.sees(new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(10_000))

  // Prices move without anyone touching the page.
  const before = await actor.reads('button', containing(SLOW.pair))
  await changesFrom(before, () => actor.reads('button', containing(SLOW.pair)))
  await picture('home')

  await actor.presses(containing(pair))
  await actor.arrivesAt('/pages/Detail/Detail')
  for (const direction of ['up', 'down'] as const) await placeOrder(actor, t, { direction, seconds })
  await picture('detail')

  await actor.open('/pages/order/order')
  if (elsewhere) {
    await actor.sees(t('orders.holdings', { count: 2 }))
    const first = await actor.reads('timer')
    await changesFrom(first, () => actor.reads('timer'))
    await picture('positions')
    await elsewhere()
    await actor.open('/pages/order/order')
  }
  await actor.sees(t('orders.holdings', { count: 0 }))
  await actor.presses(t('orders.closed'), 'tab')
  await actor.sees(t('common.noMore'))
  await picture('closed')

  // The page agrees with the ledger: one won and one lost, or both level.
  const closed = await until('both results', async () => {
    const found = await actor.asks<OrderPage>('/orders?state=closed')
    return found.items.length === 2 && found
  })
  const me = await actor.asks<Me>('/me')
  const minor = (text: string) => Math.round(Number(text) * 100)
  const sum = closed.items.reduce((total, order) => total + minor(order.profitLoss ?? '0'), 0)
  expect(minor(me.balance.available)).toBe(1_000_000 + sum)
  expect(me.balance.inOrders).toBe('0.00')
  expect(minor(me.accountProfitLoss)).toBe(sum)
  const health = await actor.asks<{ checks: { ledger: string } }>('/health')
  expect(health.checks.ledger).not.toBe('off')

  await actor.open('/pages/set/set')
  await actor.presses(t('settings.logOut'))
  await actor.sees(t('settings.logOutTitle'))
  await actor.presses(t('settings.logOut'), 'button')
  // Where logging out leads; an address typed before that would meet the step back from the dialog.
  await actor.arrivesAt('/pages/login/login')
  await actor.open('/pages/money-record/money-record')
  await actor.arrivesAt('/pages/login/login')
  await logIn(actor, t, user)
  await actor.arrivesAt('/pages/money-record/money-record')
  return user
}

/** Waits until what is read differs from `before`. */
async function changesFrom(before: string, read: () => Promise<string>) {
  await until(`something else than "${before}"`, async () => (await read()) !== before, {
    everyMs: 100,
  })
}

async function chooseLanguage(actor: TabActor, locale: Locale, name: string) {
  const inChinese = textsOf('zh-CN')
  await actor.sees(inChinese('auth.sloganProof'))
  if (locale === 'zh-CN') return
  await actor.presses(beginning(inChinese('auth.language')))
  await actor.presses(containing(name), 'radio')
  await actor.sees(textsOf(locale)('auth.sloganProof'))
}

async function placeOrder(
  actor: TabActor,
  t: Texts,
  { direction, seconds }: { direction: 'up' | 'down'; seconds: number },
) {
  const label = direction === 'up' ? t('trade.buyUp') : t('trade.sellDown')
  await actor.presses(beginning(t('trade.seconds', { count: seconds })))
  await actor.presses(beforeBracket(label))
  await placesByTicket(actor, t)
  await actor.seesNoMore(t('trade.ifHigher'))
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlaceOrder } from '../../contract/orders'
import { confirmSavings } from '../support/confirmSavings'
import { until } from '../support/until'
import { typePin } from './account'
import type { Actor } from './actor'
import type { OpenPage } from './browser'
import { PHONE } from './browser'
import { registerUser } from './consoleUser'
import { demoVisit } from './demoVisit'
import { darkMode, grammarChecker, passwordManager, translator } from './foreignHands'
import { AUTHORITY, ops } from './operator'
import { containing, textsOf } from './texts'
import { ORIGIN, visitors } from './visitors'

const locale = 'en-US'
const t = textsOf(locale)
const arrive = visitors()
const folder = mkdtempSync(join(tmpdir(), 'fairtick-e2e-extensions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Session = { token: string; user: unknown }

/** Somebody who is logged in, with extensions in the browser. */
async function arriveWith(hands: readonly (() => void)[], { token, user }: Session) {
  const visit = await arrive({ ...PHONE, locale })
  await visit.page.goto(`${ORIGIN}/h5/icon-512.png`)
  const kept = { token, userInfo: user, appInfo: null, registerInfo: null, orderBackUrl: '', kefuUrl: '' }
  await visit.page.evaluate(
    (session) => localStorage.setItem('session', session),
    JSON.stringify({ version: 1, value: kept }),
  )
  for (const hand of hands) await visit.page.evaluateOnNewDocument(hand)
  return visit
}

/** Runs in the page: the page of the address is in front and has loaded. */
const hasLoaded = () => {
  const shown = [...document.querySelectorAll('.taro_page [role="main"]')].filter((node) => node.checkVisibility())
  const isBusy = [...document.querySelectorAll('[aria-busy="true"], .skeleton')].some((node) => node.checkVisibility())
  return !isBusy && shown.some((node) => node.textContent !== '')
}

/** Runs in the page, whose texts may be in pieces. */
const says = (text: string) => document.body.textContent?.includes(text) ?? false

/** Runs in the page: the texts that React would patch in place, because they have siblings or an element does not write them. */
const patchedTexts = (): string[] => {
  interface Fiber {
    tag: number
    memoizedProps: unknown
    child: Fiber | null
    sibling: Fiber | null
  }
  const TEXT = 6
  const found: string[] = []
  const visit = (fiber: Fiber | null) => {
    for (let one = fiber; one; one = one.sibling) {
      if (one.tag === TEXT && String(one.memoizedProps).trim() !== '') found.push(String(one.memoizedProps))
      visit(one.child)
    }
  }
  for (const node of document.querySelectorAll('*')) {
    const key = Object.keys(node).find((name) => name.startsWith('__reactContainer$'))
    if (key) visit((node as unknown as Record<string, Fiber>)[key] ?? null)
  }
  return found
}

/** Goes from page to page without loading the app again, and says what is wrong with each. */
async function walkPages({ page, actor, complaints }: OpenPage & { actor: Actor }, paths: readonly string[]) {
  const problems: string[] = []
  await actor.open(paths[0] ?? '')
  for (const path of paths) {
    await page.evaluate((next) => location.assign(`#${next}`), path)
    await until(`${path} to load`, () => page.evaluate(hasLoaded).catch(() => false))
    const patched = await page.evaluate(patchedTexts)
    if (patched.length > 0) problems.push(`${path} has texts with siblings: ${patched.join(' | ')}`)
    if (await page.evaluate(says, t('shell.broken.title'))) problems.push(`${path} failed`)
    problems.push(...complaints.splice(0).map((complaint) => `${path}: ${complaint}`))
  }
  return problems
}

test.each([
  ['a translator', [translator]],
  ['a grammar checker, a dark mode and a password manager', [grammarChecker, darkMode, passwordManager]],
])('no page fails with %s in the browser', async (_, hands) => {
  const { session, paths } = await demoVisit()
  const visit = await arriveWith(hands, session)
  expect(await walkPages(visit, paths)).toEqual([])
  await visit.close()
})

/** A button with this label, and perhaps an amount behind it. */
const labeled = (label: string) => new RegExp(`^${label}(?=$|.*\\d)`)

/** Sends what the page asks the server for, and returns the body of the first such request. */
async function sentBy<T>({ page }: OpenPage, path: string, act: () => Promise<void>): Promise<T> {
  const request = page.waitForRequest((one) => one.method() === 'POST' && new URL(one.url()).pathname === `/api${path}`)
  await act()
  return JSON.parse((await request).postData() ?? '{}') as T
}

describe('with a translator, what is shown is what is sent', () => {
  test('an order, whose page stays while it is open', async () => {
    const { session } = await registerUser('trans')
    const visit = await arriveWith([translator], session)
    const { actor, page, complaints } = visit
    await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
    await actor.presses(containing(t('trade.buyUp')))
    for (const [stake, shown] of [
      ['500', '500.00'],
      ['1234.5', '1,234.50'],
    ] as const) {
      await actor.fills(t('trade.amount'), stake)
      await actor.reads('button', containing(`${shown} USD`))
    }
    await actor.presses(containing(t('trade.sellDown')), 'tab')
    const button = await actor.reads('button', containing('1,234.50 USD'))
    expect(button).toContain(t('trade.sellDown'))
    const body = await sentBy<PlaceOrder>(visit, '/orders', () => actor.presses(containing('1,234.50 USD')))
    expect(body).toMatchObject({ symbol: 'BTCUSDT', direction: 'down', stake: '1234.50' })
    await actor.sees(t('trade.placed'))
    // Its countdown, its line and what it would give change all the time, until it is over.
    const { id } = body
    await until(
      'the order to close',
      async () => (await actor.asks<{ closedAt: string | null }>(`/orders/${id}`)).closedAt !== null,
      {
        everyMs: 500,
      },
    )
    // The page still follows the price.
    const price = () => page.evaluate(() => document.querySelector('.product-head__price')?.textContent)
    const before = await price()
    await until('another price', async () => (await price()) !== before)
    expect(await page.evaluate(says, t('shell.broken.title'))).toBe(false)
    expect(complaints).toEqual([])
    await visit.close()
  })

  test('a deposit, savings and a withdrawal', async () => {
    const user = await registerUser('trans')
    const visit = await arriveWith([translator], user.session)
    const { actor, complaints } = visit
    await actor.open('/pages/deposit/deposit')
    await actor.presses(containing(t('wallet.channel.demo')), 'radio')
    for (const amount of ['300', '350.5']) await actor.fills(t('wallet.amount'), amount)
    const deposit = await sentBy(visit, '/deposits', () => actor.presses(labeled(t('wallet.deposit.confirm'))))
    expect(deposit).toMatchObject({ amount: '350.50' })
    await actor.sees(containing('350.50'))

    await actor.open('/pages/transfer/transfer?direction=in')
    for (const amount of ['20', '1100.25']) await actor.fills(t('savings.amount'), amount)
    await actor.presses(labeled(t('savings.deposit')))
    await actor.sees(t('savings.confirm.in'))
    await actor.sees(containing('1,100.25 USD'))
    const saved = await sentBy<{ id: string }>(visit, '/savings/deposits', () =>
      actor.presses(labeled(t('savings.deposit'))),
    )
    expect(saved).toMatchObject({ amount: '1100.25' })
    await actor.sees(t('common.done'))
    await confirmSavings(process.env.E2E_DATA_DIR ?? '', saved.id)
    await actor.open('/pages/transfer/transfer?direction=out')
    // The database tells nobody that it was written to: figures from before may be shown.
    await actor.page.reload()
    for (const amount of ['5', '640.75']) await actor.fills(t('savings.amount'), amount)
    await actor.presses(labeled(t('savings.transferOut')))
    await actor.sees(t('savings.confirm.out'))
    await actor.sees(containing('640.75 USD'))
    const out = await sentBy(visit, '/savings/transfers-out', () => actor.presses(labeled(t('savings.transferOut'))))
    expect(out).toMatchObject({ amount: '640.75' })

    await user.submitIdentity()
    await ops('verifications', 'open', user.account, '--to', folder, ...AUTHORITY)
    await ops('act', 'verifications.approve', '--user', user.account, ...AUTHORITY)
    await user.bind()
    await actor.open('/pages/withdraw-money/withdraw-money')
    for (const amount of ['100', '320.4']) await actor.fills(t('wallet.amount'), amount)
    await actor.presses(labeled(t('wallet.withdraw.next')))
    await actor.sees(containing('320.40 USD'))
    const withdrawal = await sentBy(visit, '/withdrawals', () => typePin(actor, '580247'))
    expect(withdrawal).toMatchObject({ amount: '320.40' })
    expect(complaints).toEqual([])
    await visit.close()
  })
})

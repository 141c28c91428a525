import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import type { AccountLimits } from '../../contract/accountLimits'
import { TAB_ROUTES } from '../../src/routes'
import { logIn } from '../e2e/account'
import { beginning, containing, textsOf } from '../e2e/texts'
import { pause, until } from '../support/until'
import { registeredAccount, startAsMember } from './member'
import type { WeappActor } from './rig/actor'
import { allBelow, byRole } from './rig/tree'
import type { Element } from './rig/wxml'
import { ask, FOLDER, start, stopAll } from './start'

const t = textsOf('zh-CN')
const CARD = '/assets/share/card.png'
afterEach(stopAll)

const pixels = (element: Element | undefined, property: string) =>
  Number(new RegExp(`${property}: ?([\\d.]+)px`).exec(String(element?.attributes.style ?? ''))?.[1])
const byClass = (root: Element, name: string) =>
  allBelow(root).find(({ attributes }) =>
    String(attributes.class ?? '')
      .split(' ')
      .includes(name),
  )

test('what touches personal data waits for the privacy question; no leaves everything else as it is', async () => {
  const user = await registeredAccount()
  const { actor } = await startAsMember({ user })
  const { program } = actor
  await actor.open('/pages/user/user')
  const copy = containing(t('profile.copyCode'))
  await actor.presses(copy)
  await actor.sees(t('shell.privacy.text'))
  await actor.presses(t('shell.privacy.refuse'))
  await actor.seesNoMore(t('shell.privacy.text'))
  await actor.sees(t('common.copyFailed'))
  expect(program.clipboard).toBe('')

  await actor.presses(copy)
  await actor.presses(t('shell.privacy.policy'))
  await actor.arrivesAt('/pages/yinsi/yinsi')
  await actor.open('/pages/user/user')

  await actor.presses(copy)
  await actor.presses(t('shell.privacy.agree'))
  await actor.sees(t('profile.codeCopied'))
  expect(program.clipboard).toMatch(/^[A-Z0-9]{8}$/)
  await actor.presses(copy)
  expect(program.privacy).toMatchObject({
    asked: ['setClipboardData', 'setClipboardData', 'setClipboardData'],
    ownQuestions: 0,
  })
})

test.each([
  [
    'a phone with a notch',
    { statusBarHeight: 54, capsule: { top: 58, left: 298, right: 385, bottom: 90, width: 87, height: 32 } },
    40,
    107,
  ],
  [
    'an Android',
    {
      windowWidth: 360,
      statusBarHeight: 24,
      capsule: { top: 32, left: 264, right: 351, bottom: 64, width: 87, height: 32 },
    },
    48,
    108,
  ],
  [
    'a phone that has not placed it yet',
    { statusBarHeight: 20, capsule: { top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0 } },
    44,
    107,
  ],
])('the bar leaves the status bar and the capsule button free on %s', async (_, device, height, room) => {
  const actor = await start({ device, url: '/pages/product/product' })
  await actor.sees(t('title.products'))
  const page = actor.program.pages.tree()
  expect(pixels(byClass(page, 'screen__head'), 'padding-top')).toBe(device.statusBarHeight)
  expect(pixels(byClass(page, 'nav-bar'), 'height')).toBe(height)
  expect(pixels(byClass(page, 'nav-bar'), 'padding-right')).toBe(room)
  // A page without a bar keeps the row free as well; the notice of the market is in it.
  await actor.open('/pages/index/index')
  const row = await actor.until('the row', () => byClass(actor.program.pages.tree(), 'screen__capsule-row'))
  expect(pixels(row, 'height')).toBe(height)
  expect(pixels(row, 'padding-right')).toBe(room)
})

test('a product, a result to check and an article are shared as cards that open where they were shared', async () => {
  const kept = new Map<string, unknown>()
  const { actor } = await startAsMember({ kept })
  await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
  await actor.sees('BTC/USDT')
  expect(await actor.program.callPage('onShareAppMessage', { from: 'menu' })).toEqual({
    title: 'BTC/USDT',
    path: '/pages/Detail/Detail?symbol=BTCUSDT',
    // Otherwise WeChat shows the page itself, own orders and stakes included.
    imageUrl: CARD,
  })
  expect(existsSync(join(FOLDER, CARD))).toBe(true)
  await actor.open('/pages/check/check?code=AAAA-BBBB')
  await actor.sees(t('orders.check.title'))
  expect(await actor.program.callPage('onShareAppMessage', { from: 'menu' })).toEqual({
    title: t('orders.check.title'),
    path: '/pages/check/check?code=AAAA-BBBB',
    imageUrl: CARD,
  })
  const news = await ask<{ items: { id: string; title: string }[] }>(kept, '/news?locale=zh-CN')
  const { id = '', title = '' } = news.items[0] ?? {}
  await actor.open(`/pages/news/detail?id=${id}`)
  const share = await actor.until(
    'the share button',
    () => byRole(actor.program.pages.tree(), 'button', t('content.share'))[0],
  )
  expect(share.attributes['open-type']).toBe('share')
  const card = (await actor.program.callPage('onShareAppMessage', { from: 'button' })) as {
    title: string
    path: string
  }
  expect(card).toEqual({ title, path: `/pages/news/detail?id=${id}`, imageUrl: CARD })
  actor.program.stop()

  const other = await start({ url: card.path })
  await other.sees(title)
})

test('the tab bar takes language, theme and badges that were chosen while no tab was in front', async () => {
  const { actor } = await startAsMember({ kept: new Map() })
  const { calls } = actor.program
  const last = (name: string) => calls.filter((call) => call.name === name).at(-1)?.options
  expect(calls.filter(({ name }) => name === 'setTabBarItem').map(({ options }) => options.text)).toEqual(
    TAB_ROUTES.map(({ tab }) => t(tab.key)),
  )
  await actor.open('/pages/set/set')
  await actor.presses(t('settings.theme.dark'), 'tab')
  calls.length = 0
  await actor.open('/pages/index/index')
  await actor.until('the dark bar', () => (last('setTabBarStyle')?.backgroundColor === '#121924' ? true : undefined))
})

test('a theme chosen in the app is on the status bar of every page, and from the first page of the next launch on', async () => {
  const kept = new Map<string, unknown>()
  const { actor } = await startAsMember({ kept })
  const barOf = ({ program }: WeappActor, page: string) =>
    program.calls.filter((call) => call.name === 'setNavigationBarColor' && call.page === page).at(-1)?.options
      .frontColor
  await actor.open('/pages/set/set')
  await actor.presses(t('settings.theme.dark'), 'tab')
  for (const page of ['pages/aboutUs/aboutUs', 'pages/index/index', 'pages/news/news', 'pages/product/product']) {
    await actor.open(`/${page}`)
    await actor.until(`the dark bar of ${page}`, () => (barOf(actor, page) === '#ffffff' ? true : undefined))
  }
  actor.program.stop()
  const again = await start({ kept })
  await again.until('the dark bar', () => (barOf(again, 'pages/index/index') === '#ffffff' ? true : undefined))
})

test('a member who opens the program is home at once; a visitor is welcomed', async () => {
  const kept = new Map<string, unknown>()
  const { actor } = await startAsMember({ kept })
  actor.program.stop()
  const again = await start({ kept })
  await again.sees('10,000.00')
  expect(again.program.pages.opened).toEqual(['pages/index/index'])
  const visitor = await start()
  await visitor.sees(t('auth.slogan'))
  expect(visitor.program.pages.stack.map(({ route }) => route)).toEqual(['pages/welcome/welcome'])
})

test('an address that is no page ends on the page that says so', async () => {
  const actor = await start({ url: '/pages/gone/gone' })
  await actor.arrivesAt('/pages/notFound/notFound')
})

const listsAskedFor = ({ program }: WeappActor) =>
  program.network.log.filter((line) => line.startsWith('GET /api/products '))
const streamsOf = ({ program }: WeappActor) => program.network.log.filter((line) => line === 'socket /api/stream')

test('login and home ask for the products once, however often the stream begins', async () => {
  const kept = new Map<string, unknown>()
  const { actor } = await startAsMember({ kept })
  await actor.sees('10,000.00')
  // The stream of the visitor and that of the user.
  await actor.until('their prices', () => (actor.program.network.heard > 2 ? streamsOf(actor)[1] : undefined))
  await pause(500)
  expect(listsAskedFor(actor)).toEqual(['GET /api/products 200'])
  actor.program.stop()

  const again = await start({ kept, url: '/pages/index/index' })
  await again.sees('10,000.00')
  await again.until('its prices', () => (again.program.network.heard > 2 ? streamsOf(again)[0] : undefined))
  await pause(500)
  expect(listsAskedFor(again)).toEqual(['GET /api/products 200'])
  expect(streamsOf(again)).toHaveLength(1)
})

test('what changed while the stream was lost is asked for', async () => {
  const { actor } = await startAsMember()
  await actor.until('prices', () => (actor.program.network.heard > 2 ? true : undefined))
  const before = [listsAskedFor(actor).length, streamsOf(actor).length] as const
  actor.program.network.close()
  await actor.until('another stream', () => streamsOf(actor)[before[1]])
  await actor.until('another list', () => listsAskedFor(actor)[before[0]])
})

test('a pull asks for the prices again', async () => {
  const { actor } = await startAsMember()
  await actor.sees('10,000.00')
  const before = listsAskedFor(actor).length
  await actor.pullsDown()
  await actor.until('another answer', () => listsAskedFor(actor)[before])
  await actor.until('the end of the pull', () => actor.program.calls.find(({ name }) => name === 'stopPullDownRefresh'))
})

test('a launch in a tunnel shows the way in, says that it is offline, and goes on by itself when the network is back', async () => {
  const actor = await start({ offline: true })
  await actor.arrivesAt('/pages/welcome/welcome')
  await actor.open('/pages/index/index')
  const { program } = actor
  await actor.sees(containing(t('shell.offline')))
  program.network.offline = false
  program.listeners.tell('NetworkStatusChange', { isConnected: true, networkType: '4g' })
  await actor.reads('button', containing('BTC/USDT'))
  await actor.seesNoMore(containing(t('shell.offline')))
  expect(program.complaints).toEqual([])
})

test('who logs out leaves nothing on the phone, and is led back after logging in', async () => {
  const kept = new Map<string, unknown>()
  const user = await registeredAccount()
  const { actor } = await startAsMember({ kept, user })
  await actor.open('/pages/set/set')
  await actor.presses(t('settings.logOut'))
  await actor.sees(t('settings.logOutTitle'))
  await actor.presses(t('settings.logOut'))
  await actor.until('the token to go', () =>
    /token":"[^"]/.test(JSON.stringify([...kept.values()])) ? undefined : true,
  )
  await actor.open('/pages/money-record/money-record')
  await actor.arrivesAt('/pages/login/login')
  await logIn(actor, t, user)
  await actor.arrivesAt('/pages/money-record/money-record')
  expect(actor.program.complaints).toEqual([])
})

test('limits and breaks are set as on the web; passkeys are not offered, and the code of an app logs in', async () => {
  const kept = new Map<string, unknown>()
  const user = await registeredAccount()
  const { actor } = await startAsMember({ kept, user })
  await actor.open('/pages/limits/limits')
  // Its group unfolds first, into a row for each of its limits.
  await actor.presses(containing(`${t('limits.kind.stake')} ·`))
  await actor.presses(new RegExp(`^\\s*${t('limits.kind.stake')}\\s*${t('limits.notSet')}`))
  await actor.fills(t('limits.value'), '50')
  await actor.presses(beginning(t('limits.save')))
  await actor.sees(t('limits.saved'))
  await actor.sees(t('limits.help.text'))
  await actor.presses(t('limits.break.day'))
  await actor.presses(t('limits.break.begin'))
  await actor.sees(containing(t('limits.break.until', { time: '' }).trim()))
  expect(await ask<AccountLimits>(kept, '/account-limits')).toMatchObject({
    limits: [{ kind: 'stake', value: '50.00' }],
    break: { kind: 'break' },
  })

  await actor.open('/pages/security/security')
  await actor.sees(t('passkey.unsupported'))
  expect(byRole(actor.program.pages.tree(), 'button', t('passkey.add'))).toEqual([])
  const { secret } = await ask<{ secret: string }>(kept, '/second-factor/setup', {
    sent: { loginPassword: user.password },
  })
  const enable = { code: new TOTP({ secret }).generate() }
  const { codes } = await ask<{ codes: string[] }>(kept, '/second-factor/enable', { sent: enable })
  const again = await start({ url: '/pages/login/login' })
  await logIn(again, t, user)
  await again.sees(t('security.codeHint'))
  expect(byRole(again.program.pages.tree(), 'button', t('passkey.logIn'))).toEqual([])
  await again.fills(t('security.code'), codes[0] ?? '')
  await again.presses(t('auth.logIn'))
  await again.arrivesAt('/pages/index/index')
  expect([...actor.program.complaints, ...again.program.complaints]).toEqual([])
})

/** The texts of a sheet may be there a moment before it listens; a keyboard comes after a tap into it. */
const heardOfKeyboard = (actor: WeappActor, height: number) =>
  actor.until('a sheet that hears of the keyboard', () =>
    actor.program.listeners.tell('KeyboardHeightChange', { height }) ? true : undefined,
  )

test('a sheet rises above the keyboard, which pushes no page up then', async () => {
  const { actor } = await startAsMember()
  const { listeners, pages } = actor.program
  await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
  await actor.presses(containing(t('trade.buyUp')))
  await actor.sees(t('trade.ifHigher'))
  const field = allBelow(pages.tree()).find(({ tag }) => tag === 'input')
  expect(field?.attributes['adjust-position']).toBe(false)
  const rises = () =>
    allBelow(pages.tree()).some(({ attributes }) => /--keyboard: 301px/.test(String(attributes.style)))
  await heardOfKeyboard(actor, 301)
  await actor.until('a sheet above the keyboard', () => rises() || undefined)
  listeners.tell('KeyboardHeightChange', { height: 0 })
  await actor.until('a sheet at the bottom', () => !rises() || undefined)
})

test('a sheet that is higher than the room above the keyboard scrolls to the field in use, and no further', async () => {
  const { actor } = await startAsMember()
  const { program } = actor
  const { listeners, pages, places } = program
  await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
  await actor.presses(containing(t('trade.buyUp')))
  await actor.sees(t('trade.ifHigher'))
  const input = () => allBelow(pages.tree()).find(({ tag }) => tag === 'input')
  const around = (isIt: (element: Element) => boolean) => {
    let element = input()
    while (element && !isIt(element)) element = element.parent
    if (!element) throw new Error('The sheet has no field')
    return element.attributes
  }
  const isAt = (top: number) => Number(around(({ tag }) => tag === 'scroll-view')['scroll-top']) === top || undefined
  const field = input()
  if (!field) throw new Error('The sheet has no field')
  // A query of the page does not look into components, which Taro uses from some depth on.
  expect(field.componentDepth).toBe(0)
  const sheet = around(({ attributes }) => /^sheet /.test(String(attributes.class)))
  const scroller = `#${sheet.id} .layout-body__content`

  places.set(scroller, { top: 60, bottom: 460, scrollTop: 30 })
  places.set(`#${field.attributes.id}`, { top: 430, bottom: 474 })
  program.fire(field, 'focus', { value: '' })
  await heardOfKeyboard(actor, 301)
  // Its end, and the message below it, are 94 lower than the sheet's.
  await actor.until('the field above the keyboard', () => isAt(124))

  places.set(scroller, { top: 60, bottom: 460, scrollTop: 124 })
  places.set(`#${field.attributes.id}`, { top: 20, bottom: 64 })
  listeners.tell('KeyboardHeightChange', { height: 340 })
  await actor.until('the field below the head of the sheet', () => isAt(84))
  expect(program.complaints).toEqual([])
})

test('a promise that nobody waits for goes into the log that the owner reads', async () => {
  const { program } = await start()
  program.listeners.tell('UnhandledRejection', { reason: new TypeError('no such part') })
  expect(program.logged).toEqual([expect.stringContaining('no such part')])
})

test("customer service is WeChat's own chat", async () => {
  const { actor } = await startAsMember()
  await actor.open('/pages/set/set')
  await actor.presses(t('common.customerService'))
  await actor.sees(t('profile.customerServiceText'))
  // The row under the sheet may have the same name.
  const chat = byRole(actor.program.pages.tree(), 'button', t('service.chat')).at(-1)
  expect(chat?.attributes['open-type']).toBe('contact')
})

test('a tap on the tab that is shown scrolls its page to the top; one that brings a tab to the front does not', async () => {
  const { actor } = await startAsMember()
  const { program } = actor
  const tap = () => (program.pages.current.onTabItemTap as (() => void) | undefined)?.call(program.pages.current)
  const scrolls = () => program.calls.filter(({ name }) => name === 'pageScrollTo').map(({ options }) => options)
  await actor.open('/pages/news/news')
  tap()
  await pause(400)
  expect(scrolls()).toEqual([])
  tap()
  await until('the page at its top', () => scrolls().length > 0)
  expect(scrolls()).toMatchObject([{ scrollTop: 0 }])
})

test('a row that is tapped twice opens its page once, and again at once after back', async () => {
  const { actor } = await startAsMember()
  const { pages } = actor.program
  const tapTwice = () => {
    const row = byRole(pages.tree(), 'button', containing(t('title.about')))[0]
    if (!row) throw new Error('there is no such row')
    for (let taps = 0; taps < 2; taps += 1) actor.program.fire(row, 'tap', { x: 1, y: 1 }, { bubbles: true })
  }
  const open = () => pages.stack.map(({ route }) => route).slice(-2)
  await actor.open('/pages/set/set')
  await actor.sees(t('title.about'))
  for (let times = 0; times < 2; times += 1) {
    tapTwice()
    await actor.arrivesAt('/pages/aboutUs/aboutUs')
    await pause(100)
    expect(open()).toEqual(['pages/set/set', 'pages/aboutUs/aboutUs'])
    await pages.navigateBack()
  }
})

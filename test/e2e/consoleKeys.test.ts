import type { HTTPRequest, Page } from 'puppeteer-core'
import { pause } from '../support/until'
import { picture } from './consoleLooks'
import { type ConsoleUser, registerUser } from './consoleUser'
import { breachesOn, type Desk } from './desk'
import { type Office, openOffice } from './office'

/** List and item next to each other, the keys, and the figures of the menu. */

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 390, height: 844 }

let office: Office
let desk: Desk
let page: Page
let user: ConsoleUser
let deposits: { path: string; reference: string }[]
beforeAll(async () => {
  office = await openOffice()
  desk = await office.joins('kim', ['cashier', 'verifier'])
  page = desk.page
  user = await registerUser('keys', office.server)
  deposits = [await user.deposit('1251.00'), await user.deposit('1252.00')]
  const { origin } = new URL(page.url())
  await desk.context.overridePermissions(origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'])
  await page.setViewport(WIDE)
})
afterAll(() => office.close())

const referenceOf = (index: number) => deposits[index]?.reference ?? ''
const opened = () => new URL(page.url()).searchParams.get('open')
const goes = (path: string) => page.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle0' })

/** Presses a key that opens another item. */
async function moves(key: 'j' | 'k') {
  const before = opened()
  await page.keyboard.press(key)
  await page.waitForFunction((was) => new URL(location.href).searchParams.get('open') !== was, {}, before)
}

/** Presses a key that changes nothing: not within a moment either. */
async function stays(key: 'j' | 'k') {
  const before = opened()
  await page.keyboard.press(key)
  await pause(500)
  expect(opened()).toBe(before)
}

/** Changes that the page asked the server for while `work` ran. */
async function changesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const note = (request: HTTPRequest) => {
    if (request.url().includes('/actions/') || request.url().includes('/proposals/')) sent.push(request.url())
  }
  page.on('request', note)
  await work()
  page.off('request', note)
  return sent
}

const copied = () => page.evaluate(() => navigator.clipboard.readText())
const isAsked = () => page.waitForSelector('.ant-modal-confirm', { visible: true })
const isNotAsked = () => page.waitForSelector('.ant-modal-wrap', { hidden: true })

async function finds(text: string) {
  await page.keyboard.press('/')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await page.waitForFunction(
    (account) =>
      [...document.querySelectorAll('a.row')].every((row) => row.textContent?.includes(account)) &&
      document.querySelector('a.row') !== null,
    {},
    text,
  )
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
}

test('in a wide window the item opens next to its list, and J and K go through it', async () => {
  await goes('/deposits')
  await finds(user.account)
  await moves('j')
  expect(opened()).toBe(referenceOf(0))
  await moves('j')
  expect(opened()).toBe(referenceOf(1))
  await stays('j')
  await moves('k')
  await desk.sees('1,251.00 USD')
  const [list, item] = await page.$$eval('.split__list, .split__item', (parts) =>
    parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect),
  )
  expect(list && item && item.left >= list.right && item.top === list.top && item.right <= WIDE.width).toBe(true)
  expect(await page.$('.ant-drawer-open')).toBeNull()
  await picture(desk, 'console-split-deposit')
})

test('C claims, then copies one value after the other; P and R ask first, and change nothing by themselves', async () => {
  await page.keyboard.press('c')
  await desk.sees('Yours until')
  await page.keyboard.press('c')
  await desk.sees('Copied: Amount')
  expect(await copied()).toBe('1251.00')
  await page.keyboard.press('c')
  await desk.sees('Copied: Reference')
  expect(await copied()).toBe(referenceOf(0))

  const sent = await changesDuring(async () => {
    await page.keyboard.press('p')
    await isAsked()
    // A dialog that asks has the keyboard to itself.
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await isNotAsked()
    await page.keyboard.press('r')
    await isAsked()
    await desk.sees('Reason shown to the user')
    await page.keyboard.press('Escape')
    await isNotAsked()
  })
  expect(sent).toEqual([])
  expect(opened()).toBe(referenceOf(0))
})

test('keys do nothing while somebody types, and nothing once they are turned off', async () => {
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.matches('input[aria-keyshortcuts="/"]'))).toBe(true)
  const sent = await changesDuring(async () => {
    await stays('j')
    await page.keyboard.type('prc')
  })
  expect(sent).toEqual([])
  expect(await page.$('.ant-modal-confirm')).toBeNull()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())

  await page.keyboard.press('?')
  await desk.sees('Shortcuts are off while you type')
  await picture(desk, 'console-keys')
  await page.locator('#keys-on').click()
  await page.keyboard.press('Escape')
  await isNotAsked()
  await stays('j')
  await desk.presses('Shortcuts')
  await page.locator('#keys-on').click()
  await page.keyboard.press('Escape')
  await isNotAsked()
  await moves('j')
})

test('the menu says what waits and until when; a second person agrees with a key only after a dialog', async () => {
  const menu = await page.$eval('.menu', ({ textContent }) => textContent)
  expect(menu).toMatch(/Deposits\s*\d+ hr\s*\d+\s*, \d+ waiting, the oldest submitted .*ago, next due in/)
  await goes(`/deposits?open=${referenceOf(0)}`)
  await desk.sees('Yours until')
  await page.keyboard.press('p')
  await desk.fills('Reason, for the audit log', 'on the account')
  await desk.presses('Continue')
  await desk.sees('Waiting for a second person')
  const { admin } = office
  await admin.page.goto(new URL('/proposals', admin.page.url()).href)
  await admin.selects('on the account')
  await admin.page.keyboard.press('p')
  await admin.page.waitForSelector('.ant-modal-confirm .facts', { visible: true })
  expect(await user.statusOf(deposits[0]?.path ?? '')).toBe('under_review')
  await admin.page.keyboard.press('Enter')
  await admin.sees('Done.')
})

test('in a narrow window the item comes over its list, and leaves it as it was', async () => {
  await page.setViewport(NARROW)
  await goes('/deposits')
  expect(await page.$('.split__item')).toBeNull()
  await desk.selects(referenceOf(1))
  const drawer = await page.waitForSelector('.ant-drawer-open .ant-drawer-section', { visible: true })
  expect((await drawer?.boundingBox())?.width).toBe(NARROW.width)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  expect(await breachesOn(page)).toEqual([])
  await picture(desk, 'console-narrow-deposit')
  await page.keyboard.press('Escape')
  await page.waitForSelector('.ant-drawer-open', { hidden: true })
  expect(opened()).toBeNull()
  await page.setViewport(WIDE)
})

test('a window that becomes narrower or wider keeps the open item, with what was typed into it', async () => {
  const helper = await office.joins('lee', ['support'])
  const note = '::-p-aria([name="Internal note (cannot be changed later)"][role="textbox"])'
  const typed = () => helper.page.$eval('.sheet textarea', (field) => (field as HTMLTextAreaElement).value)
  await helper.page.setViewport(WIDE)
  await helper.page.goto(new URL('/users', helper.page.url()).href)
  await helper.page.locator('input[aria-keyshortcuts="/"]').fill(user.account)
  await helper.page.keyboard.press('Enter')
  await helper.selects(user.account)
  await helper.page.locator(note).fill('called twice')
  await helper.page.setViewport(NARROW)
  await helper.page.waitForSelector('.ant-drawer-open .sheet', { visible: true })
  expect(await typed()).toBe('called twice')
  await helper.page.setViewport(WIDE)
  await helper.page.waitForSelector('.split__item .sheet', { visible: true })
  expect(await typed()).toBe('called twice')
})

test('every list has the same keys: J and K go through it, and / searches it', async () => {
  const all = await office.joins('ann', ['content', 'market', 'administrator', 'auditor'])
  const { page: own } = all
  const at = () => new URL(own.url()).searchParams.get('open')
  const index = () =>
    own.$$eval('a.row', (rows) => rows.findIndex((row) => row.getAttribute('aria-current') === 'true'))
  await own.setViewport(WIDE)
  for (const path of ['staff', 'products', 'content', 'reasons', 'audit']) {
    await own.goto(new URL(`/${path}`, own.url()).href, { waitUntil: 'networkidle0' })
    const indices: number[] = []
    for (const key of ['j', 'j', 'k'] as const) {
      const before = at()
      await own.keyboard.press(key)
      await own.waitForFunction((was) => new URL(location.href).searchParams.get('open') !== was, {}, before)
      indices.push(await index())
    }
    expect([path, indices]).toEqual([path, [0, 1, 0]])
    const shown = await own.$$eval('.split__item', (parts) => parts.map(({ textContent }) => textContent))
    const name = (await own.$eval('a.row[aria-current] b', ({ textContent }) => textContent)) ?? ''
    expect([path, shown[0]?.includes(name)]).toEqual([path, true])
    await own.keyboard.press('/')
    await own.keyboard.type('no such words')
    await own.keyboard.press('Enter')
    await own.waitForFunction(() => document.querySelector('a.row') === null)
    await all.sees('Nothing matches.')
    expect([path, await breachesOn(own)]).toEqual([path, []])
  }
})

test('queues are readable in light and in dark, whichever a page begins with', async () => {
  const schemes = ['light', 'dark']
  for (const path of ['verifications', `deposits?open=${referenceOf(1)}`, 'statements', 'withdrawals', 'proposals']) {
    await goes(`/${path}`)
    if (!path.includes('open')) await page.keyboard.press('j')
    await page.waitForFunction(() => document.querySelector('.ant-spin-spinning') === null)
    for (const scheme of schemes) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ])
      await page.waitForFunction((name) => document.documentElement.style.colorScheme === name, {}, scheme)
      await picture(desk, `console-${scheme}-${path.replace(/\W.*/, '')}`)
    }
    schemes.reverse()
  }
})

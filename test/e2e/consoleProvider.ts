import { TOTP } from 'otpauth'
import type { Browser, Page } from 'puppeteer-core'
import { type Desk, revisits, sitDown } from './desk'
import { invited } from './office'

/** The steps of somebody who signs in by an identity provider, with each way in which that can end. */

/** The name by which the provider knows somebody. */
const SUBJECT = 'nora@example.com'

/** Signs in through the provider's own pages, as somebody whom it may know already. */
async function comesBackFromProvider(page: Page, name: string) {
  await Promise.all([page.waitForNavigation(), page.locator('a ::-p-text(Sign in with Example ID)').click()])
  const isBack = () => page.url().includes('?sign-in=')
  for (let step = 0; step < 4 && !isBack(); step++) {
    await page.waitForFunction(
      () => location.search.includes('sign-in=') || document.querySelector('form button[type=submit]') !== null,
    )
    if (isBack()) return
    const field = await page.$('input[name=login]')
    if (field) {
      await field.type(name)
      await page.type('input[name=password]', 'whatever')
    }
    await Promise.all([page.waitForNavigation(), page.click('form button[type=submit]')])
  }
}

let admin: Desk
let nora: Desk
let page: Page
let home: string
/** Where the provider sent the browser back to. */
let cameBackTo = ''
let codes = 0

/** Nora is invited, and is at the page of sign-in. */
export async function comesToSignIn(house: { browser: Browser; admin: Desk }) {
  admin = house.admin
  const link = await invited(admin, 'nora', ['support'])
  // The provider knows the console by this name only.
  nora = await sitDown(house.browser, link.replace('127.0.0.1', 'localhost'))
  page = nora.page
  home = new URL(page.url()).origin
  page.on('request', (request) => {
    if (request.url().includes('/session/provider/return')) cameBackTo = request.url()
  })
  await nora.presses('Sign out')
  await nora.sees('Sign in with Example ID')
}

/** Each code counts once, and one of the next half minute counts already. */
function nextCode() {
  codes += 1
  return new TOTP({ secret: nora.secret }).generate({ timestamp: Date.now() + 30_000 * Math.min(codes, 1) })
}

async function changesLink(name: string, fill: () => Promise<void>) {
  await revisits(admin, 'Staff')
  await admin.selects('nora')
  await admin.presses(name)
  await fill()
  await admin.fills('Reason, for the audit log', 'seen in person')
  await admin.presses('Continue')
  await admin.sees('Done.')
}

export async function isLinked() {
  await page.goto(home)
  await comesBackFromProvider(page, SUBJECT)
  await nora.sees('Example ID identified you as')
  await changesLink('Link to the identity provider', () =>
    admin.fills('Subject at the identity provider (“sub”)', SUBJECT),
  )
  await admin.page.locator(`.sheet ::-p-text(${SUBJECT})`).wait()

  await page.goto(home)
  await comesBackFromProvider(page, SUBJECT)
  await page.waitForSelector('#code')
  await page.type('#code', '000000')
  await nora.presses('Sign in')
  await nora.sees('Wrong code.')
  await page.locator('#code').click({ count: 3 })
  await page.keyboard.type(nextCode())
  await nora.presses('Sign in')
  await nora.sees('Sign out')
  // A person who leaves signs in from the beginning.
  await nora.presses('Sign out')
  await page.waitForSelector('#password')
}

export async function comesBackWrongly() {
  await page.goto(cameBackTo)
  await nora.sees('This sign-in has expired. Start again.')

  // Somebody whom the provider does not know yet, and who goes back from its own page.
  const session = await page.createCDPSession()
  await session.send('Network.clearBrowserCookies')
  await page.goto(home)
  await Promise.all([page.waitForNavigation(), page.locator('a ::-p-text(Sign in with Example ID)').click()])
  const refuse = await page.waitForSelector('a[href$="/abort"]')
  await Promise.all([page.waitForNavigation(), refuse?.click()])
  await nora.sees('Example ID did not confirm who you are. Start again.')
}

export async function losesTheLink() {
  await page.goto(home)
  await comesBackFromProvider(page, SUBJECT)
  await page.waitForSelector('#code')
  await changesLink('Unlink', async () => undefined)
  await admin.page.waitForFunction(
    (subject) => !document.querySelector('.sheet')?.textContent?.includes(subject),
    {},
    SUBJECT,
  )
  await page.type('#code', nextCode())
  await nora.presses('Sign in')
  await nora.sees('This sign-in has expired. Start again.')
  await page.locator('a ::-p-text(Cancel)').click()
  await page.waitForSelector('#password')
  await comesBackFromProvider(page, SUBJECT)
  await nora.sees('Example ID identified you as')
}

export async function comesFromNowhere() {
  await page.goto(`${home}/?sign-in=unavailable`)
  await nora.sees('Example ID is not responding.')
  await page.goto(`${home}/?sign-in=made-up#%`)
  await nora.sees('Sign in with Example ID')
  expect(await page.evaluate(() => document.body.textContent)).not.toContain('made-up')
}

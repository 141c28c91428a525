import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'puppeteer-core'
import { REAL_NAME } from '../../server/test/personal'
import { until } from '../support/until'
import { launch } from './browser'
import {
  agreeTo,
  comesBackFromProvider,
  confirms,
  looksClosely,
  picture,
  pictured,
  picturedOutside,
  waitsInColour,
} from './consoleLooks'
import { type ConsoleUser, registerUser } from './consoleUser'
import { breachesOn, comeBackByPasskey, type Desk, sitDown } from './desk'
import { agreedTo, invited } from './office'

const origin = process.env.E2E_ORIGIN ?? ''
const first = process.env.E2E_CONSOLE ?? ''

/** The name by which the provider knows somebody. */
const SUBJECT = 'nora@example.com'
const CLEARER = 'Send us a photo of your document again.'

let browser: Browser
let admin: Desk
let colleague: Desk
let user: ConsoleUser
const folder = mkdtempSync(join(tmpdir(), 'fairtick-e2e-console-'))
beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The administrator invites a colleague at the page, who gets this link. */
async function hires(login: string, roles: string[]): Promise<string> {
  await admin.opens('Staff')
  await admin.presses('Invite')
  await admin.fills('Login', login)
  await admin.fills('Name', login)
  await admin.page.locator('#roles').click()
  for (const role of roles) await admin.page.locator(`.ant-select-item-option ::-p-text(${role})`).click()
  await admin.page.keyboard.press('Escape')
  await admin.fills('Reason, for the audit log', 'joins the team')
  await admin.presses('Continue')
  await admin.sees('Invitation link')
  const link = await admin.page.$eval('.ant-modal code', (code) => code.textContent ?? '')
  await admin.presses('Close')
  await admin.page.waitForSelector('.ant-modal-wrap', { hidden: true })
  return link
}

test("a verifier's day: claim, look, decide; a colleague agrees; the auditor reads who did it", async () => {
  user = await registerUser('desk')
  const { account } = user
  await user.submitIdentity()
  admin = await sitDown(browser, first)
  const failures: string[] = []
  admin.page.on('pageerror', (error) => failures.push(String(error)))
  admin.page.on('console', (entry) => {
    if (entry.type() === 'error') failures.push(entry.text())
  })

  // Before there is a second administrator nobody has to agree.
  const link = await hires('bea', ['Verifier', 'Cashier', 'Auditor'])
  // A passkey belongs to a name, so this desk opens the console by the name of the machine.
  colleague = await sitDown(browser, link.replace('127.0.0.1', 'localhost'))

  await admin.opens('Verifications')
  await admin.sees(account)
  await waitsInColour(admin, account)
  await admin.selects(account)
  await admin.presses('Claim')
  await admin.sees('Yours until')
  await colleague.opens('Verifications')
  await colleague.selects(account)
  await colleague.sees('admin is working on this')
  expect(await colleague.page.$$eval('.split__item button', (buttons) => buttons.length)).toBe(0)
  await admin.sees(REAL_NAME)
  await admin.page.waitForFunction(
    () =>
      [...document.querySelectorAll<HTMLImageElement>('.split__item img')].filter((image) => image.naturalWidth > 0)
        .length === 2,
  )
  await looksClosely(admin, 'Front')
  await picture(admin, 'console-verification')
  await admin.presses('Approve verification')
  await admin.fills('Reason, for the audit log', 'name and number match')
  await admin.presses('Continue')
  await admin.sees('Waiting for a second person')
  expect(await user.statusOf('/verification')).toBe('under_verification')

  await colleague.opens('Proposals')
  await colleague.selects('name and number match')
  await pictured(colleague, 'proposals')
  await colleague.presses('Approve')
  await confirms(colleague)
  await colleague.sees('Done.')
  expect(await user.statusOf('/verification')).toBe('verified')
  await colleague.opens('Audit log')
  await colleague.sees('verifications.approve')
  await colleague.sees('staff/bea')
  await colleague.presses('Verify the chain')
  await colleague.sees('The chain is intact')
  await comeBackByPasskey(colleague, 'bea')
  expect(failures).toEqual([])
})

test("a cashier's day: a statement pays a deposit, a withdrawal is picked up, paid and recorded", async () => {
  const paid = await user.deposit('250.00')
  const file = (name: string, lines: string[]) => {
    const path = join(folder, name)
    writeFileSync(path, ['date,amount,currency,text,payer', ...lines].join('\n'))
    return path
  }
  const day = new Date().toISOString().slice(0, 10)
  await admin.page.goto(new URL('/statements', first).href)
  await admin.uploads(file('broken.csv', [`${day},two hundred,USD,x,y`]))
  await admin.sees('Line 2: “two hundred” is not an amount')
  await admin.uploads(
    file('today.csv', [
      `${day},250.00,USD,${paid.reference},${REAL_NAME}`,
      `${day},80.00,USD,for my account,SOMEBODY ELSE`,
      `${day},12.00,USD,${paid.reference.replace('-', ' ')},A TYPIST`,
      `${day},-3.50,USD,fee of the bank,`,
    ]),
  )
  await admin.sees('Matches a pending deposit')
  await admin.sees('No reference')
  await picture(admin, 'console-statement')
  await admin.presses('Credit all matched (1) · 250.00 USD')
  await admin.fills('Reason, for the audit log', 'on the account')
  await admin.presses('Continue')
  await admin.sees('Waiting for a second person: 1')
  expect(await user.statusOf(paid.path)).toBe('under_review')
  await colleague.opens('Proposals')
  // Other tests of this house have proposals, too, and an earlier "Done." may still be there.
  await colleague.page.locator(`::-p-xpath(//li[contains(., "${paid.reference}")]//input)`).click()
  await colleague.presses('Approve selected (1) · 250.00 USD')
  await until('the deposit to be paid', async () => (await user.statusOf(paid.path)) === 'successful')

  await user.bind()
  const { path, reference } = await user.withdraw('100.00', '1.10')
  const queue = new URL('/withdrawals', first).href
  await admin.page.goto(queue)
  await admin.selects(reference)
  await admin.presses('Claim')
  await admin.sees('First withdrawal')
  await picture(admin, 'console-withdrawal')
  const step = async (name: string) => {
    await admin.presses(name)
    await admin.fills('Reason, for the audit log', 'as the queue says')
  }
  await step('Start payment')
  await admin.presses('Continue')
  await agreeTo(colleague, reference)
  await admin.page.goto(queue)
  await admin.selects(reference)
  await admin.sees(REAL_NAME)
  await step('Record as paid')
  await admin.fills('Bank or chain reference', 'bank 17')
  await admin.presses('Continue')
  await agreeTo(colleague, reference)
  expect(await user.statusOf(path)).toBe('successful')

  await admin.page.goto(new URL('/statements', first).href)
  await admin.selects('today.csv')
  await admin.pressesIn('SOMEBODY ELSE', 'Set aside')
  await admin.fills('Reason, for the audit log', 'sent back to its sender')
  await admin.presses('Continue')
  await agreeTo(colleague, 'today.csv, Line 3')
  await admin.page.reload()
  await admin.selects('today.csv')
  await admin.sees('sent back to its sender')
  await pictured(admin, 'aside')
})

test("an auditor's day: books, alarms, the chain, the reconciliation and its file", async () => {
  await colleague.opens('Books')
  await colleague.sees('The books add up.')
  await colleague.sees('Alarms')
  await picture(colleague, 'console-books-day')
  await colleague.opens('Reconciliation')
  await colleague.sees('Books differ by')
  await picture(colleague, 'console-reconciliation-day')
  const today = new Date().toISOString().slice(0, 10)
  const [header = '', ...rows] = await colleague.page.evaluate(async () => {
    const links = [...document.querySelectorAll('a')]
    const link = links.find((each) => each.textContent === 'Export as CSV')
    return (await (await fetch(link?.href ?? '')).text()).split('\r\n')
  })
  const cells = rows.find((row) => row.startsWith(today))?.split(',') ?? []
  const of = (name: string) => cells[header.replace('\ufeff', '').split(',').indexOf(name)]
  // 530.00 of it is in the demo's own statement.
  expect([of('bookDifference'), of('bankIn'), of('bankCredited')]).toEqual(['0.00', '872.00', '250.00'])
  await colleague.opens('Audit log')
  await colleague.presses('Verify the chain')
  await colleague.sees('The chain is intact')
  await colleague.sees('reconciliation.export')
})

test("the market role's day: new amounts are announced ahead, and a limit of the house is set", async () => {
  const max = await sitDown(browser, await invited(admin, 'max', ['market']))
  await max.opens('Products')
  await max.selects('SOLUSDT')
  await max.sees('A change is announced at least 60 minutes ahead.')
  await max.presses('Amounts')
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await max.page.locator('#from').click()
  await max.page.keyboard.type(`${inTwoDays} 10:00`)
  await max.page.keyboard.press('Enter')
  await max.page.waitForSelector('.ant-picker-dropdown', { hidden: true })
  await max.retypes('Minimum', '7.00')
  expect(await breachesOn(max.page)).toEqual([])
  await pictured(max, 'product-form')
  await agreedTo(max, 'as agreed with risk', admin)
  await max.sees('Announced')
  await pictured(max, 'product')
  const { items } = await (await fetch(`${origin}/api/product-changes?symbol=SOLUSDT`)).json()
  expect(items).toMatchObject([{ part: 'stakes', state: 'announced', terms: { stakeMin: '7.00' } }])

  await max.presses('Set house limits')
  await max.fills('Max. payout, Buy up (empty: no limit)', '5000.00')
  await agreedTo(max, 'a quiet product', admin)
  await max.sees('0.00 / 5,000.00')
  await pictured(max, 'products')
  expect(await breachesOn(max.page)).toEqual([])
})

test("a content editor's day: an article is written, previewed and published; the income of a day is set", async () => {
  const cleo = await sitDown(browser, await invited(admin, 'cleo', ['content']))
  await cleo.opens('Content')
  await cleo.presses('New article')
  await cleo.fills('Name', 'holiday-hours')
  await cleo.presses('Continue')
  for (const [locale, title] of [
    ['zh-CN', '节日安排'],
    ['en-US', 'Holiday hours'],
  ] as const) {
    await cleo.page.locator(`::-p-aria([name="${locale}"][role="tab"])`).click()
    await cleo.fills(`Title (${locale})`, title)
    await cleo.fills(`Text (Markdown) (${locale})`, `${title}: **closed** on Friday.`)
  }
  await cleo.presses('Preview')
  await cleo.sees('on Friday.')
  expect(await breachesOn(cleo.page)).toEqual([])
  await pictured(cleo, 'preview')
  await cleo.page.keyboard.press('Escape')
  await cleo.page.waitForSelector('.ant-modal-wrap', { hidden: true })
  await pictured(cleo, 'article')
  await cleo.presses('Publish')
  await agreedTo(cleo, 'read by two', admin)
  const published = await (await fetch(`${origin}/api/news/holiday-hours?locale=en-US`)).json()
  expect(published).toMatchObject({ title: 'Holiday hours', locale: 'en-US' })

  await cleo.page.goto(new URL('/content', first).href)
  await cleo.presses('Announce to everybody')
  await cleo.fills('Title (en-US)', 'Closed on Friday')
  await cleo.sees('Title or text is missing: en-US.')
  await cleo.fills('Text (en-US)', 'Open again on Monday.')
  await agreedTo(cleo, 'the day before', admin)
  await cleo.page.goto(new URL('/income', first).href)
  await cleo.sees('Demo formula')
  await pictured(cleo, 'income')
  await cleo.opens('Reasons')
  await cleo.sees('The photo')
  await cleo.selects('need to check your identity')
  await cleo.presses('Edit')
  await cleo.retypes('en-US', CLEARER)
  await pictured(cleo, 'reason')
  await cleo.presses('Preview')
  await cleo.page.locator(`.ant-card ::-p-text(${CLEARER})`).wait()
  expect(await breachesOn(cleo.page)).toEqual([])
  await pictured(cleo, 'reason-preview')
  await cleo.page.keyboard.press('Escape')
  await agreedTo(cleo, 'says what to do', admin)
  await cleo.page.reload()
  await cleo.sees('written by staff')
  await pictured(cleo, 'reasons')
})

describe('sign-in by an identity provider, with each screen on which it can end', () => {
  let nora: Desk
  let page: Page
  let home: string
  /** Where the provider sent the browser back to. */
  let cameBackTo = ''
  let codes = 0
  beforeAll(async () => {
    const link = await invited(admin, 'nora', ['support'])
    // The provider knows the console by this name only.
    nora = await sitDown(browser, link.replace('127.0.0.1', 'localhost'))
    page = nora.page
    home = new URL(page.url()).origin
    page.on('request', (request) => {
      if (request.url().includes('/session/provider/return')) cameBackTo = request.url()
    })
    await nora.presses('Sign out')
    await nora.sees('Sign in with Example ID')
    await picturedOutside(nora, 'provider')
  })

  /** Each code counts once, and one of the next half minute counts already. */
  function nextCode() {
    codes += 1
    return new TOTP({ secret: nora.secret }).generate({ timestamp: Date.now() + 30_000 * Math.min(codes, 1) })
  }

  async function changesLink(name: string, fill: () => Promise<void>) {
    await admin.page.goto(new URL('/staff', admin.page.url()).href)
    await admin.selects('nora')
    await admin.presses(name)
    await fill()
    await admin.fills('Reason, for the audit log', 'seen in person')
    await pictured(admin, `provider-${name.replaceAll(' ', '-')}`)
    await admin.presses('Continue')
    await admin.sees('Done.')
  }

  test('somebody whom nobody has linked reads under which name to be linked, and gets in once linked', async () => {
    await page.goto(home)
    await comesBackFromProvider(page, SUBJECT)
    await nora.sees('Example ID identified you as')
    await picturedOutside(nora, 'provider-unknown')
    await changesLink('Link to the identity provider', () =>
      admin.fills('Subject at the identity provider (“sub”)', SUBJECT),
    )
    await admin.page.locator(`.sheet ::-p-text(${SUBJECT})`).wait()
    await pictured(admin, 'staff')

    await page.goto(home)
    await comesBackFromProvider(page, SUBJECT)
    await page.waitForSelector('#code')
    await picturedOutside(nora, 'provider-code')
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
  })

  test('a return that was used, and one that the provider did not confirm, say so', async () => {
    await page.goto(cameBackTo)
    await nora.sees('This sign-in has expired. Start again.')
    await picturedOutside(nora, 'provider-over')

    // Somebody whom the provider does not know yet, and who goes back from its own page.
    const session = await page.createCDPSession()
    await session.send('Network.clearBrowserCookies')
    await page.goto(home)
    await Promise.all([page.waitForNavigation(), page.locator('a ::-p-text(Sign in with Example ID)').click()])
    const refuse = await page.waitForSelector('a[href$="/abort"]')
    await Promise.all([page.waitForNavigation(), refuse?.click()])
    await nora.sees('Example ID did not confirm who you are. Start again.')
    await picturedOutside(nora, 'provider-refused')
  })

  test('a link that is taken back ends a sign-in that has begun, and opens nothing after', async () => {
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
  })

  test('an address that nobody was led to breaks nothing', async () => {
    await page.goto(`${home}/?sign-in=unavailable`)
    await nora.sees('Example ID is not responding.')
    await picturedOutside(nora, 'provider-unavailable')
    await page.goto(`${home}/?sign-in=made-up#%`)
    await nora.sees('Sign in with Example ID')
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('made-up')
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, ElementHandle } from 'puppeteer-core'
import type { Me } from '../../contract/accounts'
import { REAL_NAME } from '../../server/test/personal'
import { until } from '../support/until'
import type { Actor } from './actor'
import { launch, photograph } from './browser'
import { agreeTo, looksClosely } from './consoleLooks'
import { comesBackWrongly, comesFromNowhere, comesToSignIn, isLinked, losesTheLink } from './consoleProvider'
import { type ConsoleUser, registerUser } from './consoleUser'
import { comeBackByPasskey, type Desk, revisits, sitDown } from './desk'
import { agreedTo } from './office'
import { containing, textsOf } from './texts'
import { openApp } from './userApp'

/** One journey for each kind of decision, from the desk to the user; how the pages look is the gallery's question. */

const origin = process.env.E2E_ORIGIN ?? ''
const first = process.env.E2E_CONSOLE ?? ''

const CLEARER = 'Send us a photo of your document again.'
const NOTE = 'Call us before noon'
const AS_BANK_HAS_IT = 'WANG XIAOMING'
/** The user reads another language than staff. */
const LOCALE = 'de-DE'
const t = textsOf(LOCALE)
/** A reason as staff choose it: their console is in English. */
const reasonOf = (code: string) => textsOf('en-US')(`operator.reason.${code}`)

let browser: Browser
let admin: Desk
let colleague: Desk
let user: ConsoleUser
let app: Actor
/** Its page follows the prices as long as it is open. */
let closeApp: () => Promise<void>
const failures: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'fairtick-e2e-console-'))
beforeAll(async () => {
  browser = await launch()
  user = await registerUser('desk')
  const { actor, opened } = await openApp(browser, origin, { session: user.session, locale: LOCALE })
  app = actor
  closeApp = opened.close
  opened.page.on('pageerror', (error) => failures.push(`app: ${error}`))
})
afterEach(() => expect(failures.splice(0)).toEqual([]))
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A desk whose page may not complain. */
async function joins(link: string): Promise<Desk> {
  const desk = await sitDown(browser, link)
  desk.page.on('pageerror', (error) => failures.push(String(error)))
  desk.page.on('console', (entry) => {
    // A refusal of the server is the test's matter.
    if (entry.type() === 'error' && !/status of 4\d\d/.test(entry.text())) failures.push(entry.text())
  })
  return desk
}

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

/** Takes an item of a queue, and opens it once it is theirs. */
async function claims(queue: string, row: string) {
  await revisits(admin, queue)
  await admin.selects(row)
  await admin.presses('Claim')
  await admin.sees('Yours until')
}

/** Fills the dialog that is open: what the user is told, why, and a colleague agrees. */
async function refuses(told: string, why: string) {
  await admin.chooses('Reason shown to the user', told)
  await admin.fills('Note to the user', NOTE)
  await agreedTo(admin, why, colleague)
}

async function opensUser() {
  await revisits(admin, 'Users')
  await admin.page.locator('.ant-input-search input').fill(user.account)
  await admin.presses('Search')
  await admin.selects(user.account)
}

const photosAreThere = () =>
  [...document.querySelectorAll<HTMLImageElement>('.split__item img')].filter(({ naturalWidth }) => naturalWidth > 0)
    .length === 2

test("a verifier's day: a rejection tells the user why; a colleague agrees; the auditor reads who did it", async () => {
  await user.submitIdentity()
  admin = await joins(first)
  // Before there is a second administrator nobody has to agree.
  const roles = ['Support', 'Verifier', 'Cashier', 'Content', 'Market', 'Auditor']
  // A passkey belongs to a name, so this desk opens the console by the name of the machine.
  colleague = await joins((await hires('bea', roles)).replace('127.0.0.1', 'localhost'))

  await claims('Verifications', user.account)
  await colleague.opens('Verifications')
  await colleague.selects(user.account)
  await colleague.sees('admin is working on this')
  expect(await colleague.page.$$eval('.split__item button', (buttons) => buttons.length)).toBe(0)
  await admin.sees(REAL_NAME)
  await admin.page.waitForFunction(photosAreThere)
  await looksClosely(admin, 'Front')
  await photograph(admin.page, 'console-verification')
  await admin.presses('Reject verification')
  await refuses(reasonOf('photo_unclear'), 'the lower edge')
  await app.open('/pages/verify/verify')
  const reason = `${t('operator.reason.photo_unclear')} ${t('operator.note', { note: NOTE })}`
  await app.sees(t('identity.rejected', { reason }))

  await user.submitIdentity()
  await revisits(admin, 'Verifications')
  await admin.selects(user.account)
  await admin.page.waitForFunction(photosAreThere)
  await admin.presses('Approve verification')
  await admin.fills('Reason, for the audit log', 'name and number match')
  await admin.presses('Continue')
  await admin.sees('Waiting for a second person')
  expect(await user.statusOf('/verification')).toBe('under_verification')
  await agreeTo(colleague, 'name and number match')
  await app.sees(t('identity.status.verified'))
  await colleague.opens('Audit log')
  await colleague.sees('verifications.approve')
  await colleague.sees('staff/bea')
  await colleague.presses('Verify the chain')
  await colleague.sees('The chain is intact')
  await comeBackByPasskey(colleague, 'bea')
})

/** As a bank writes it: lines in front, windows-1252, a decimal comma, money in and out in two columns, a reference cut over two lines. */
function bankFile(reference: string): string {
  const day = new Date().toISOString().slice(0, 10).split('-').reverse().join('.')
  const lines = [
    'Kontoauszug;Test Bank',
    '',
    'Buchungstag;Verwendungszweck;Soll;Haben;W\u00e4hrung',
    `${day};"EINZAHLUNG ${reference.slice(0, 9)}\n${reference.slice(9)}";;1.250,00;USD`,
    `${day};SOMEBODY ELSE;;80,00;USD`,
    `${day};Geb\u00fchr;3,50;;USD`,
  ]
  const path = join(folder, 'umsaetze.csv')
  writeFileSync(path, lines.join('\r\n'), 'latin1')
  return path
}

test("a bank's own file is described, agreed to, imported, and pays the deposit that it names", async () => {
  const paid = await user.deposit('1250.00')
  const file = bankFile(paid.reference)
  await admin.opens('Bank statements')
  await admin.uploads(file)
  await admin.sees('Describe how this bank’s files are read.')
  const fields = (await admin.page.$$('input[type=file]')) as ElementHandle<HTMLInputElement>[]
  await fields[1]?.uploadFile(file)
  await admin.sees('1,250.00 USD')
  await admin.sees('-3.50 USD')
  await admin.fills('Name', 'Test Bank')
  await admin.presses('Propose this description')
  await agreedTo(admin, 'seen in its file', colleague)
  await revisits(admin, 'Bank statements')
  await admin.uploads(file)
  await admin.sees('Matches a pending deposit')
  await admin.presses('Credit all matched (1) · 1,250.00 USD')
  await admin.fills('Reason, for the audit log', 'on the account')
  await admin.presses('Continue')
  await admin.sees('Waiting for a second person: 1')
  expect(await user.statusOf(paid.path)).toBe('under_review')
  await revisits(colleague, 'Proposals')
  // Other tests of this house have proposals, too.
  await colleague.page.locator(`::-p-xpath(//li[contains(., "${paid.reference}")]//input)`).click()
  await colleague.presses('Approve selected (1) · 1,250.00 USD')
  await until('the deposit to be paid', async () => (await user.statusOf(paid.path)) === 'successful')

  await admin.pressesIn('SOMEBODY ELSE', 'Set aside')
  await admin.fills('Reason, for the audit log', 'sent back to its sender')
  await admin.presses('Continue')
  await agreeTo(colleague, 'sent back to its sender')
  await revisits(admin, 'Bank statements')
  await admin.selects('umsaetze.csv')
  await admin.sees('sent back to its sender')
})

test('a payee’s name is accepted; then a withdrawal is picked up, paid and recorded, each time by two people', async () => {
  await user.bind(AS_BANK_HAS_IT)
  await expect(user.withdraw('100.00', '1.10')).rejects.toThrow('payee_differs')
  await admin.opens('Payees’ names')
  await admin.pressesIn(AS_BANK_HAS_IT, 'Accept the payee’s name')
  await agreedTo(admin, 'the letter of the bank', colleague)
  const { path, reference } = await user.withdraw('100.00', '1.10')
  await claims('Withdrawals', reference)
  await admin.sees('First withdrawal')
  await admin.presses('Start payment')
  await agreedTo(admin, 'as the queue says', colleague)
  await revisits(admin, 'Withdrawals')
  await admin.selects(reference)
  await admin.sees(AS_BANK_HAS_IT)
  await photograph(admin.page, 'console-withdrawal')
  await admin.presses('Record as paid')
  await admin.fills('Bank or chain reference', 'bank 17')
  await agreedTo(admin, 'as the queue says', colleague)
  expect(await user.statusOf(path)).toBe('successful')
})

test('a withdrawal is refused, and its user reads why and has the money back; staff read it in words, too', async () => {
  const before = await app.asks<Me>('/me')
  const { path, reference } = await user.withdraw('60.00', '1.06')
  await claims('Withdrawals', reference)
  await admin.presses('Reject and return the money')
  await refuses(reasonOf('account_holder_differs'), 'another name')
  expect(await user.statusOf(path)).toBe('failed')
  await app.open('/pages/withdraw-list/withdraw-list')
  await app.presses(containing('60,00'))
  await app.sees(containing(t('operator.reason.account_holder_differs')))
  await app.sees(containing(t('operator.note', { note: NOTE })))
  const { available, total } = before.balance
  expect((await app.asks<Me>('/me')).balance).toMatchObject({ available, total })
  await revisits(admin, 'Withdrawals')
  await admin.page.locator('.ant-segmented-item ::-p-text(Failed)').click()
  await admin.selects(reference)
  await admin.sees(`It was not approved. ${reasonOf('account_holder_differs')} ${NOTE}`)
})

test("a supporter's day: a user is noted, money out is stopped with a reason that the user reads, and lifted", async () => {
  await app.open('/pages/withdraw-money/withdraw-money')
  await app.sees(t('wallet.withdraw.next'))
  await opensUser()
  await admin.fills('Internal note (cannot be changed later)', 'called about a payment')
  await admin.presses('Add note')
  await admin.page.locator('.split__item ::-p-text(called about a payment)').wait()
  await admin.presses('Restrict user')
  await admin.chooses('Type', 'Withdrawals')
  await refuses(reasonOf('identity_check'), 'an odd call')
  // The page of the user learns of it by itself.
  await app.sees(t('wallet.obstacle.stopped'))
  await app.sees(containing(t('operator.reason.identity_check')))
  await expect(user.withdraw('10.00', '1.01')).rejects.toThrow('withdrawals_frozen')
  await opensUser()
  await admin.page.locator(`.split__item td ::-p-text(${reasonOf('identity_check')})`).wait()
  await admin.pressesIn('Withdrawals', 'Lift restriction')
  await agreedTo(admin, 'it was the user', colleague)
  await app.seesNoMore(t('wallet.obstacle.stopped'))
  await closeApp()
})

test("a user's deposits lead into the queue, and what a colleague refused is read later", async () => {
  const waiting = await user.deposit('88.00')
  await opensUser()
  await admin.page.locator(`.split__item a ::-p-text(${waiting.reference})`).click()
  await admin.page.locator('.split__item .fact ::-p-text(Bank transfer)').wait()
  await admin.presses('Claim')
  await admin.sees('Credit deposit')
  await opensUser()
  await admin.presses('End all sessions')
  await admin.fills('Reason, for the audit log', 'asked by phone')
  await admin.presses('Continue')
  await admin.sees('Waiting for a second person')
  await revisits(colleague, 'Proposals')
  await colleague.selects('asked by phone')
  await colleague.presses('Reject')
  await colleague.fills('Reason, for the audit log', 'the caller was not the user')
  await colleague.page.locator('.ant-modal-confirm-btns .ant-btn-primary').click()
  await colleague.sees('Done.')
  await colleague.page.locator('.ant-segmented-item ::-p-text(Rejected)').click()
  await colleague.selects('asked by phone')
  await colleague.sees('the caller was not the user')
  const text = await colleague.page.$eval('.split__item', ({ textContent }) => textContent)
  for (const part of ['End all sessions', user.account, 'admin', 'bea']) expect(text).toContain(part)
})

test("an auditor's day: books, alarms, the chain, the reconciliation and its file", async () => {
  await colleague.opens('Books')
  await colleague.sees('The books add up.')
  await colleague.sees('Alarms')
  await colleague.opens('Reconciliation')
  await colleague.sees('Books differ by')
  const today = new Date().toISOString().slice(0, 10)
  const [header = '', ...rows] = await colleague.page.evaluate(async () => {
    const links = [...document.querySelectorAll('a')]
    const link = links.find((each) => each.textContent === 'Export as CSV')
    return (await (await fetch(link?.href ?? '')).text()).split('\r\n')
  })
  const cells = rows.find((row) => row.startsWith(today))?.split(',') ?? []
  const of = (name: string) => cells[header.replace('\ufeff', '').split(',').indexOf(name)]
  // 530.00 of it is in the demo's own statement.
  expect([of('bookDifference'), of('bankIn'), of('bankCredited')]).toEqual(['0.00', '1860.00', '1250.00'])
  await colleague.opens('Audit log')
  await colleague.sees('reconciliation.export')
})

test("the market role's day: new amounts are announced ahead, and a limit of the house is set", async () => {
  await admin.opens('Products')
  await admin.selects('SOLUSDT')
  await admin.sees('A change is announced at least 60 minutes ahead.')
  await admin.presses('Amounts')
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await admin.page.locator('#from').click()
  await admin.page.keyboard.type(`${inTwoDays} 10:00`)
  await admin.page.keyboard.press('Enter')
  await admin.page.waitForSelector('.ant-picker-dropdown', { hidden: true })
  await admin.retypes('Minimum', '7.00')
  await agreedTo(admin, 'as agreed with risk', colleague)
  await admin.sees('Announced')
  const { items } = await (await fetch(`${origin}/api/product-changes?symbol=SOLUSDT`)).json()
  expect(items).toMatchObject([{ part: 'stakes', state: 'announced', terms: { stakeMin: '7.00' } }])
  await admin.presses('Set house limits')
  await admin.fills('Max. payout, Buy up (empty: no limit)', '5000.00')
  await agreedTo(admin, 'a quiet product', colleague)
  await admin.sees('0.00 / 5,000.00')
})

test("a content editor's day: an article is written, previewed and published; a reason gets clearer words", async () => {
  await admin.opens('Content')
  await admin.presses('New article')
  await admin.fills('Name', 'holiday-hours')
  await admin.presses('Continue')
  for (const [locale, title] of [
    ['zh-CN', '节日安排'],
    ['en-US', 'Holiday hours'],
  ] as const) {
    await admin.page.locator(`::-p-aria([name="${locale}"][role="tab"])`).click()
    await admin.fills(`Title (${locale})`, title)
    await admin.fills(`Text (Markdown) (${locale})`, `${title}: **closed** on Friday.`)
  }
  await admin.presses('Preview')
  await admin.sees('on Friday.')
  await photograph(admin.page, 'console-preview')
  await admin.page.keyboard.press('Escape')
  await admin.page.waitForSelector('.ant-modal-wrap', { hidden: true })
  await admin.presses('Publish')
  await agreedTo(admin, 'read by two', colleague)
  const published = await (await fetch(`${origin}/api/news/holiday-hours?locale=en-US`)).json()
  expect(published).toMatchObject({ title: 'Holiday hours', locale: 'en-US' })
  await admin.page.locator('.ant-drawer-close').click()
  await admin.page.waitForSelector('.ant-drawer-open', { hidden: true })

  await admin.presses('Announce to everybody')
  await admin.fills('Title (en-US)', 'Closed on Friday')
  await admin.sees('Title or text is missing: en-US.')
  await admin.fills('Text (en-US)', 'Open again on Monday.')
  await agreedTo(admin, 'the day before', colleague)
  await admin.opens('Savings earnings')
  await admin.sees('Demo formula')
  await admin.opens('Reasons')
  await admin.selects('need to check your identity')
  await admin.presses('Edit')
  await admin.retypes('en-US', CLEARER)
  await admin.presses('Preview')
  await admin.page.locator(`.ant-card ::-p-text(${CLEARER})`).wait()
  await admin.page.keyboard.press('Escape')
  await agreedTo(admin, 'says what to do', colleague)
  await revisits(admin, 'Reasons')
  await admin.sees('written by staff')
})

describe('sign-in by an identity provider', () => {
  beforeAll(() => comesToSignIn({ browser, admin }))

  test('somebody whom nobody has linked reads under which name to be linked, and gets in once linked', isLinked)
  test('a return that was used, and one that the provider did not confirm, say so', comesBackWrongly)
  test('a link that is taken back ends a sign-in that has begun, and opens nothing after', losesTheLink)
  test('an address that nobody was led to breaks nothing', comesFromNowhere)
})

import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import { REAL_NAME } from '../../server/test/personal'
import { launch, OUTPUT } from './browser'
import { type ConsoleUser, registerUser } from './consoleUser'
import { breachesOn, comeBackByPasskey, type Desk, sitDown } from './desk'

const origin = process.env.E2E_ORIGIN ?? ''
const first = process.env.E2E_CONSOLE ?? ''

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

/** The first administrator invites a colleague, who gets this link. */
async function hire(login: string, roles: string[]): Promise<string> {
  // By its address, so that no drawer that is open lies over the menu.
  await admin.page.goto(new URL('/staff', first).href)
  await admin.presses('Invite')
  await admin.fills('Login', login)
  await admin.fills('Name', login)
  await admin.page.locator('#roles').click()
  for (const role of roles) await admin.page.locator(`.ant-select-item-option ::-p-text(${role})`).click()
  await admin.page.keyboard.press('Escape')
  await admin.fills('Why, for the audit log', 'joins the team')
  await admin.presses('Continue')
  await admin.sees('Invitation link')
  const link = await admin.page.$eval('.ant-modal code', (code) => code.textContent ?? '')
  await admin.presses('Close')
  await admin.page.waitForSelector('.ant-modal-wrap', { hidden: true })
  return link
}

/** Asks for what the open form says; the administrator agrees to it. */
async function agreedTo(desk: Desk, reason: string) {
  await desk.fills('Why, for the audit log', reason)
  await desk.presses('Continue')
  await desk.sees('A second person has to agree')
  await desk.page.waitForSelector('.ant-modal-wrap', { hidden: true })
  await admin.opens('Proposals')
  await admin.sees(reason)
  await admin.presses('Agree')
  await admin.sees('Done.')
}

/** Both widths in which staff work, as pictures. */
async function pictured(desk: Desk, name: string) {
  for (const [size, width, height] of [
    ['desktop', 1280, 900],
    ['tablet', 834, 1112],
  ] as const) {
    await desk.page.setViewport({ width, height })
    await desk.page.screenshot({ path: join(OUTPUT, `console-${name}-${size}.png`) })
  }
  await desk.page.setViewport({ width: 1280, height: 900 })
}

test("a verifier's day: claim, look, decide; a colleague agrees; the auditor reads who did it", async () => {
  const account = `desk_${randomInt(1_000, 9_999)}`
  user = await registerUser(account)
  await user.submitIdentity()
  admin = await sitDown(browser, first)
  const failures: string[] = []
  admin.page.on('pageerror', (error) => failures.push(String(error)))
  admin.page.on('console', (entry) => {
    if (entry.type() === 'error') failures.push(entry.text())
  })

  // Before there is a second administrator nobody has to agree.
  const link = await hire('bea', ['Verifier', 'Cashier', 'Auditor'])
  // A passkey belongs to a name, so this desk opens the console by the name of the machine.
  colleague = await sitDown(browser, link.replace('127.0.0.1', 'localhost'))

  await admin.opens('Verifications')
  await admin.sees(account)
  await admin.pressesIn(account, 'Claim')
  await colleague.opens('Verifications')
  await colleague.sees('admin')
  await admin.pressesIn(account, 'Open')
  await admin.sees(REAL_NAME)
  await admin.page.waitForFunction(
    () =>
      [...document.querySelectorAll<HTMLImageElement>('.ant-drawer img')].filter((image) => image.naturalWidth > 0)
        .length === 2,
  )
  await admin.page.screenshot({ path: join(OUTPUT, 'console-verification.png') })
  expect(await breachesOn(admin.page)).toEqual([])
  await admin.presses('Approve verification')
  await admin.fills('Why, for the audit log', 'name and number match')
  await admin.presses('Continue')
  await admin.sees('A second person has to agree')
  expect(await user.statusOf('/verification')).toBe('under_verification')

  await colleague.opens('Proposals')
  await colleague.sees('name and number match')
  await colleague.page.screenshot({ path: join(OUTPUT, 'console-proposals.png') })
  await colleague.presses('Agree')
  await colleague.sees('Done.')
  expect(await user.statusOf('/verification')).toBe('verified')
  await colleague.opens('Audit log')
  await colleague.sees('verifications.approve')
  await colleague.sees('staff/bea')
  await colleague.presses('Check the whole chain')
  await colleague.sees('The chain is whole')
  await comeBackByPasskey(colleague, 'bea')
  expect(failures).toEqual([])
})

/** The page is looked at as a picture, too. */
async function picture(desk: Desk, name: string) {
  await desk.page.screenshot({ path: join(OUTPUT, `${name}.png`) })
  expect([name, await breachesOn(desk.page)]).toEqual([name, []])
}

async function agreeTo(desk: Desk, reference: string) {
  await desk.opens('Proposals')
  await desk.pressesIn(reference, 'Agree')
  await desk.page.waitForFunction(
    (text) => !document.querySelector('tbody')?.textContent?.includes(text),
    {},
    reference,
  )
}

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
  await admin.sees('Line 2: “two hundred” is no amount')
  await admin.uploads(
    file('today.csv', [
      `${day},250.00,USD,${paid.reference},${REAL_NAME}`,
      `${day},80.00,USD,for my account,SOMEBODY ELSE`,
      `${day},12.00,USD,${paid.reference.replace('-', ' ')},A TYPIST`,
      `${day},-3.50,USD,fee of the bank,`,
    ]),
  )
  await admin.sees('Pays a deposit that waits')
  await admin.sees('It names no deposit')
  await picture(admin, 'console-statement')
  await admin.presses('Credit all matched (1)')
  await admin.fills('Why, for the audit log', 'on the account')
  await admin.presses('Continue')
  await admin.sees('Waiting for a second person: 1')
  expect(await user.statusOf(paid.path)).toBe('under_review')
  await colleague.opens('Proposals')
  await colleague.page.locator(`::-p-aria([role="checkbox"])`).click()
  await colleague.presses('Agree to the chosen (1)')
  await colleague.sees('Done.')
  expect(await user.statusOf(paid.path)).toBe('successful')

  await user.bind()
  const { path, reference } = await user.withdraw('100.00', '1.10')
  const queue = new URL('/withdrawals', first).href
  await admin.page.goto(queue)
  await admin.pressesIn(reference, 'Claim')
  await admin.pressesIn(reference, 'Open')
  await admin.sees('First withdrawal')
  await picture(admin, 'console-withdrawal')
  const step = async (name: string) => {
    await admin.presses(name)
    await admin.fills('Why, for the audit log', 'as the queue says')
  }
  await step('Pick up')
  await admin.presses('Continue')
  await agreeTo(colleague, reference)
  await admin.page.goto(queue)
  await admin.pressesIn(reference, 'Open')
  await admin.sees(REAL_NAME)
  await step('Record as paid')
  await admin.fills('Bank or chain reference', 'bank 17')
  await admin.presses('Continue')
  await agreeTo(colleague, reference)
  expect(await user.statusOf(path)).toBe('successful')
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
  expect([of('bookDifference'), of('bankIn'), of('bankCredited')]).toEqual(['0.00', '342.00', '250.00'])
  await colleague.opens('Audit log')
  await colleague.presses('Check the whole chain')
  await colleague.sees('The chain is whole')
  await colleague.sees('reconciliation.export')
})

test("the market role's day: new amounts are announced ahead, and a limit of the house is set", async () => {
  const max = await sitDown(browser, await hire('max', ['Market']))
  await max.opens('Products')
  await max.page.locator('tr[data-row-key="SOLUSDT"] ::-p-aria([name="Open"][role="button"])').click()
  await max.sees('A change is announced at least 60 minutes ahead.')
  await max.presses('Amounts')
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await max.page.locator('#from').click()
  await max.page.keyboard.type(`${inTwoDays} 10:00`)
  await max.page.keyboard.press('Enter')
  await max.page.waitForSelector('.ant-picker-dropdown', { hidden: true })
  // Typed over what stands there.
  await max.page.locator('::-p-aria([name="Minimum"][role="textbox"])').click({ count: 3 })
  await max.page.keyboard.type('7.00')
  expect(await breachesOn(max.page)).toEqual([])
  await pictured(max, 'product-form')
  await agreedTo(max, 'as agreed with risk')
  await max.sees('Announced')
  await pictured(max, 'product')
  const { items } = await (await fetch(`${origin}/api/product-changes?symbol=SOLUSDT`)).json()
  expect(items).toMatchObject([{ part: 'stakes', state: 'announced', terms: { stakeMin: '7.00' } }])

  await max.presses('House limits')
  await max.fills('At most to pay, Buy (empty: no limit)', '5000.00')
  await agreedTo(max, 'a quiet product')
  await max.page.keyboard.press('Escape')
  await max.page.waitForSelector('.ant-drawer-mask', { hidden: true })
  await max.sees('0.00 / 5000.00')
  await pictured(max, 'products')
  expect(await breachesOn(max.page)).toEqual([])
})

test("a content editor's day: an article is written, previewed and published; the income of a day is set", async () => {
  const cleo = await sitDown(browser, await hire('cleo', ['Content']))
  await cleo.opens('Content')
  await cleo.presses('New article')
  await cleo.fills('Name', 'holiday-hours')
  await cleo.presses('Continue')
  // What is half written is neither saved nor lost without a word.
  await cleo.page.locator('::-p-aria([name="de-DE"][role="tab"])').click()
  await cleo.fills('Title (de-DE)', 'Feiertage')
  await cleo.presses('Save')
  await cleo.sees('Title or text is missing: de-DE.')
  await cleo.page.keyboard.press('Escape')
  await cleo.sees('Close without saving?')
  await cleo.presses('Cancel')
  await cleo.fills('Text (Markdown) (de-DE)', 'Freitag **geschlossen**.')
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
  await agreedTo(cleo, 'read by two')
  const published = await (await fetch(`${origin}/api/news/holiday-hours?locale=en-US`)).json()
  expect(published).toMatchObject({ title: 'Holiday hours', locale: 'en-US' })

  await cleo.page.goto(new URL('/content', first).href)
  await cleo.presses('Announce to everybody')
  await cleo.fills('Title (en-US)', 'Closed on Friday')
  await cleo.sees('Title or text is missing: en-US.')
  await cleo.fills('Text (en-US)', 'Open again on Monday.')
  await agreedTo(cleo, 'the day before')
  await cleo.page.goto(new URL('/income', first).href)
  await cleo.sees('Demo formula')
  await pictured(cleo, 'income')
  await cleo.opens('Reasons')
  await cleo.sees('The photo')
  await pictured(cleo, 'reasons')
})

test('every page of the console stands without a breach of accessibility, in both languages', async () => {
  const { page } = admin
  const menus = [
    'Verifications',
    'Deposits',
    'Bank statements',
    'Withdrawals',
    'Users',
    'Products',
    'Content',
    'Savings income',
    'Reasons',
    'Proposals',
    'Staff',
    'Audit log',
    'Books',
    'Reconciliation',
    'Keys',
  ]
  for (const path of [
    'verifications',
    'deposits',
    'statements',
    'withdrawals',
    'users',
    'products',
    'content',
    'income',
    'reasons',
    'proposals',
    'staff',
    'audit',
    'books',
    'reconciliation',
    'keys',
  ]) {
    await page.goto(new URL(`/${path}`, first).href, { waitUntil: 'networkidle0' })
    await page.screenshot({ path: join(OUTPUT, `console-${path}.png`) })
    expect([path, await breachesOn(page)]).toEqual([path, []])
  }
  const text = await page.evaluate(() => document.body.textContent)
  for (const menu of menus) expect(text).toContain(menu)
  await page.evaluateOnNewDocument(() => localStorage.setItem('fairtick-console-language', 'zh-CN'))
  await page.goto(new URL('/withdrawals', first).href, { waitUntil: 'networkidle0' })
  expect(await page.evaluate(() => document.body.textContent)).toContain('提现')
  await page.screenshot({ path: join(OUTPUT, 'console-zh.png') })
  for (const path of [
    'products',
    'content',
    'income',
    'reasons',
    'statements',
    'books',
    'reconciliation',
    'proposals',
  ]) {
    await page.goto(new URL(`/${path}`, first).href, { waitUntil: 'networkidle0' })
    await pictured(admin, `zh-${path}`)
  }
})

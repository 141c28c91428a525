import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import type { Browser, BrowserContext, ElementHandle, Page } from 'puppeteer-core'
import { newId } from '../../server/test/ids'
import { idNumberOf, REAL_NAME } from '../../server/test/personal'
import { jpegPhoto, multipartBody } from '../../server/test/photos'
import { launch, OUTPUT } from './browser'
import { violationsOn } from './pageChecks'
import { puppeteerTab } from './tab'

const origin = process.env.E2E_ORIGIN ?? ''
const openingCode = process.env.E2E_OPENING_CODE ?? ''
const first = process.env.E2E_CONSOLE ?? ''
const PASSWORD = 'a long staff password'

let browser: Browser
let admin: Desk
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** A colleague at a desk, with a browser of their own. */
interface Desk {
  page: Page
  /** Of the authenticator app. */
  secret: string
  context: BrowserContext
  presses(name: string): Promise<void>
  sees(text: string): Promise<void>
  fills(label: string, text: string): Promise<void>
  opens(menu: string): Promise<void>
  /** A button in the row of a table that has this text. */
  pressesIn(row: string, name: string): Promise<void>
}

async function sitDown(link: string): Promise<Desk> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport({ width: 1280, height: 900 })
  await page.evaluateOnNewDocument(() => localStorage.setItem('fairtick-console-language', 'en'))
  const sees = async (text: string) => {
    await page.locator(`::-p-text(${text})`).wait()
  }
  const presses = (name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click()
  await page.goto(link)
  await sees('type the key')
  const secret = /type the key: ([A-Z2-7]+)/.exec(await page.evaluate(() => document.body.textContent ?? ''))?.[1] ?? ''
  const desk: Desk = {
    page,
    context,
    secret,
    presses,
    sees,
    fills: (label, text) => page.locator(`::-p-aria([name="${label}"][role="textbox"])`).fill(text),
    async opens(menu) {
      await page.locator(`::-p-aria([name="${menu}"][role="menuitem"])`).click()
      await page.locator(`::-p-aria([name="${menu}"][role="heading"])`).wait()
    },
    async pressesIn(row, name) {
      const found = await page.waitForFunction(
        (text, label) => {
          const line = [...document.querySelectorAll('tbody tr')].find((each) => each.textContent?.includes(text))
          return [...(line?.querySelectorAll('button') ?? [])].find(
            (each) => each.textContent?.trim() === label && !each.disabled,
          )
        },
        {},
        row,
        name,
      )
      await (found as ElementHandle<HTMLButtonElement>).click()
    },
  }
  await page.type('#password', PASSWORD)
  await page.type('#code', new TOTP({ secret }).generate())
  await presses('Join')
  await sees('Sign out')
  return desk
}

/** What axe finds on the page that is open. */
const breachesOn = (page: Page) => violationsOn(puppeteerTab(page))

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

/** A user of the app who waits for the check of their identity. */
async function waitingUser(account: string): Promise<() => Promise<string>> {
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.json() as Promise<Record<string, string>>
  }
  const phone = `139${randomInt(10_000_000, 99_999_999)}`
  const { registrationToken } = await call('POST', '/registrations', {
    account,
    phone,
    phoneCountry: 'CN',
    openingCode,
  })
  const passwords = { loginPassword: 'correct horse battery', tradePassword: '246802' }
  await call('POST', '/registrations/complete', { registrationToken, ...passwords })
  const { token = '' } = await call('POST', '/sessions', { account, password: passwords.loginPassword })
  const upload = async (purpose: string) => {
    const id = newId()
    const { payload, headers } = multipartBody(await jpegPhoto())
    const address = `${origin}/api/uploads?id=${id}&purpose=${purpose}`
    await fetch(address, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: new Uint8Array(payload),
    })
    return id
  }
  const [frontPhotoId, backPhotoId] = [await upload('id_front'), await upload('id_back')]
  const idNumber = idNumberOf(randomInt(0, 1_000))
  await call(
    'POST',
    '/verification',
    { name: REAL_NAME, nationality: 'CN', idNumber, frontPhotoId, backPhotoId },
    token,
  )
  return async () => (await call('GET', '/verification', undefined, token)).status ?? ''
}

test("a verifier's day: claim, look, decide; a colleague agrees; the auditor reads who did it", async () => {
  const account = `desk_${randomInt(1_000, 9_999)}`
  const statusOf = await waitingUser(account)
  admin = await sitDown(first)
  const failures: string[] = []
  admin.page.on('pageerror', (error) => failures.push(String(error)))
  admin.page.on('console', (entry) => {
    if (entry.type() === 'error') failures.push(entry.text())
  })

  // Before there is a second administrator nobody has to agree.
  const link = await hire('bea', ['Verifier', 'Auditor'])
  // A passkey belongs to a name, so this desk opens the console by the name of the machine.
  const colleague = await sitDown(link.replace('127.0.0.1', 'localhost'))

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
  expect(await statusOf()).toBe('under_verification')

  await colleague.opens('Proposals')
  await colleague.sees('name and number match')
  await colleague.page.screenshot({ path: join(OUTPUT, 'console-proposals.png') })
  await colleague.presses('Agree')
  await colleague.sees('Done.')
  expect(await statusOf()).toBe('verified')
  await colleague.opens('Audit log')
  await colleague.sees('verifications.approve')
  await colleague.sees('staff/bea')
  await colleague.presses('Check the whole chain')
  await colleague.sees('The chain is whole')
  await comeBackByPasskey(colleague, 'bea')
  expect(failures).toEqual([])
})

/** Adds a passkey of the desk's own device, leaves, and comes back by it. */
async function comeBackByPasskey({ page, secret, opens, presses, sees }: Desk, login: string) {
  const session = await page.createCDPSession()
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await opens('Keys')
  await page.type('#passkey_name', 'Desk')
  // A code counts once; the next one counts already.
  await page.type('#passkey_code', new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
  await presses('Add a passkey')
  await page.locator('td ::-p-text(Desk)').wait()
  await page.screenshot({ path: join(OUTPUT, 'console-passkeys.png') })
  await presses('Sign out')
  await page.locator('#login').fill(login)
  await page.locator('#password').fill(PASSWORD)
  await page.screenshot({ path: join(OUTPUT, 'console-sign-in.png') })
  await presses('Sign in with a passkey')
  await sees('Sign out')
}
test('every page of the console stands without a breach of accessibility, in both languages', async () => {
  const { page } = admin
  const menus = [
    'Verifications',
    'Deposits',
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
    'Keys',
  ]
  for (const path of [
    'verifications',
    'deposits',
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
  for (const path of ['products', 'content', 'income', 'reasons']) {
    await page.goto(new URL(`/${path}`, first).href, { waitUntil: 'networkidle0' })
    await pictured(admin, `zh-${path}`)
  }
})

import { TOTP } from 'otpauth'
import type { Page } from 'puppeteer-core'
import { comesBackFromProvider, pictured, picturedOutside } from './consoleLooks'
import type { Desk } from './desk'
import { type Office, openOffice } from './office'
import { type RunningProvider, startProvider } from './provider'

/** Sign-in by an identity provider, with each screen on which it can end. */
const SUBJECT = 'nora@example.com'

let provider: RunningProvider
let office: Office
let nora: Desk
let page: Page
let home: string
/** Where the provider sent the browser back to. */
let cameBackTo = ''
let codes = 0
beforeAll(async () => {
  provider = await startProvider()
  office = await openOffice(provider.settings)
  // The provider knows the console by this name only.
  nora = await office.joins('nora', ['Support'], 'localhost')
  page = nora.page
  home = new URL(page.url()).origin
  page.on('request', (request) => {
    if (request.url().includes('/session/provider/return')) cameBackTo = request.url()
  })
  await nora.presses('Sign out')
  await nora.sees('Sign in with Example ID')
}, 180_000)
afterAll(async () => {
  await office.close()
  provider.child.kill()
})

/** Each code counts once, and one of the next half minute counts already. */
function nextCode() {
  codes += 1
  return new TOTP({ secret: nora.secret }).generate({ timestamp: Date.now() + 30_000 * Math.min(codes, 1) })
}

async function changesLink(name: string, fill: () => Promise<void>) {
  const { admin } = office
  await admin.page.goto(new URL('/staff', admin.page.url()).href)
  await admin.selects('nora')
  await admin.presses(name)
  await fill()
  await admin.fills('Reason, for the audit log', 'seen in person')
  await pictured(admin, `provider-${name.replaceAll(' ', '-')}`)
  await admin.presses('Continue')
  await admin.sees('Done.')
}

const links = () =>
  changesLink('Link to the identity provider', () =>
    office.admin.fills('Subject at the identity provider (“sub”)', SUBJECT),
  )

test('somebody whom nobody has linked reads under which name to be linked, and gets in once linked', async () => {
  await page.goto(home)
  await comesBackFromProvider(page, SUBJECT)
  await nora.sees('Example ID identified you as')
  await picturedOutside(nora, 'provider-unknown')
  await links()
  await office.admin.page.locator(`.sheet ::-p-text(${SUBJECT})`).wait()
  await pictured(office.admin, 'staff')

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
  await office.admin.page.waitForFunction(
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

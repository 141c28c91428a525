import { TOTP } from 'otpauth'
import type { Browser, BrowserContext, ElementHandle, Page } from 'puppeteer-core'
import { WAIT_MS } from '../support/until'
import { photograph } from './browser'

const PASSWORD = 'a long staff password'

/** A colleague at a desk, with their own browser. */
export interface Desk {
  page: Page
  /** Secret of the authenticator app. */
  secret: string
  context: BrowserContext
  presses(name: string): Promise<void>
  sees(text: string): Promise<void>
  fills(label: string, text: string): Promise<void>
  /** On top of the existing content. */
  retypes(label: string, text: string): Promise<void>
  /** One of a list, by the label of its field. */
  chooses(label: string, option: string): Promise<void>
  opens(menu: string): Promise<void>
  /** The item of the list whose line has this text. */
  selects(text: string): Promise<void>
  /** A button in the row of a table or list that has this text. */
  pressesIn(row: string, name: string, times?: number): Promise<void>
  /** Uses the page's file input. */
  uploads(path: string): Promise<void>
}

/** A look at the whole page takes a browser some ms: puppeteer's own locators look with each frame, by the tree of a screen reader. */
const POLLING = { polling: 50 }

/** Runs in the page: the button of that name, once it is shown, enabled, stands still and lies under nothing. */
async function buttonToPress(name: string): Promise<HTMLButtonElement | undefined> {
  const nameOf = (node: Element) => node.getAttribute('aria-label') ?? node.textContent.trim()
  for (const button of document.querySelectorAll('button')) {
    if (button.disabled || !button.checkVisibility() || nameOf(button) !== name) continue
    button.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const before = button.getBoundingClientRect()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { left, top, width, height } = button.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    if (left === before.left && top === before.top && button.contains(hit)) return button
  }
  return undefined
}

/** Runs in the page: the shown field of that name, the uppermost if there are several. */
function fieldOfLabel(name: string): Element | undefined {
  const nameOf = (node: Element) =>
    node.getAttribute('aria-label') ?? document.querySelector(`label[for="${CSS.escape(node.id)}"]`)?.textContent
  return [...document.querySelectorAll('input, textarea')].findLast(
    (node) => node.checkVisibility() && nameOf(node) === name,
  )
}

const fieldOn = async (page: Page, label: string) =>
  (await page.waitForFunction(fieldOfLabel, POLLING, label)) as ElementHandle<HTMLInputElement>

/** Presses what `find` finds; what the page replaced between the look and the press is looked for again. */
async function press(find: () => Promise<unknown>): Promise<ElementHandle<HTMLElement>> {
  for (let tries = 1; ; tries++) {
    const found = (await find()) as ElementHandle<HTMLElement>
    try {
      await found.click()
      return found
    } catch (error) {
      if (tries === 10 || (await found.evaluate((node) => node.isConnected))) throw error
    }
  }
}

export async function sitDown(browser: Browser, link: string): Promise<Desk> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await page.setViewport({ width: 1280, height: 900 })
  // Pictures show the page at rest, not in the middle of an animation.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await page.evaluateOnNewDocument(() => localStorage.setItem('fairtick-console-language', 'en'))
  const sees = async (text: string) => {
    await page.waitForFunction((part) => document.body.textContent.includes(part), POLLING, text)
  }
  const presses = async (name: string) => {
    await press(() => page.waitForFunction(buttonToPress, POLLING, name))
  }
  const fieldOf = (label: string) => fieldOn(page, label)
  await page.goto(link)
  await sees('type the key')
  const secret = /type the key: ([A-Z2-7]+)/.exec(await page.evaluate(() => document.body.textContent ?? ''))?.[1] ?? ''
  const desk: Desk = {
    page,
    secret,
    context,
    presses,
    sees,
    fills: async (label, text) => (await fieldOf(label)).asLocator().fill(text),
    async retypes(label, text) {
      await (await fieldOf(label)).click({ count: 3 })
      await page.keyboard.type(text)
    },
    async chooses(label, option) {
      const list = '.ant-select-dropdown:not(.ant-select-dropdown-hidden)'
      await press(() => fieldOf(label))
      await page.locator(`${list} .ant-select-item-option ::-p-text(${option})`).click()
      await page.waitForSelector(list, { hidden: true })
    },
    async opens(menu) {
      // The name of a menu item also says what waits there.
      await page.locator(`.ant-menu-item ::-p-text(${menu})`).click()
      const isOpen = (title: string) => [...document.querySelectorAll('h1')].some((one) => one.textContent === title)
      await page.waitForFunction(isOpen, POLLING, menu)
    },
    async selects(text) {
      const row = (part: string) =>
        [...document.querySelectorAll('a.row')].find(({ textContent }) => textContent?.includes(part))
      await press(() => page.waitForFunction(row, {}, text))
      await page.waitForFunction(
        (part) => document.querySelector('a.row[aria-current]')?.textContent?.includes(part),
        {},
        text,
      )
    },
    async pressesIn(row, name, times = 1) {
      const shown = (text: string, label: string) => {
        const line = [...document.querySelectorAll('tbody tr, .rows > li')].find((each) =>
          each.textContent?.includes(text),
        )
        return [...(line?.querySelectorAll('button') ?? [])].find(
          (each) => each.textContent?.trim() === label && !each.disabled,
        )
      }
      const button = await press(() => page.waitForFunction(shown, {}, row, name))
      for (let more = 1; more < times; more += 1) await button.evaluate((node) => node.click())
    },
    async uploads(path) {
      const field = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>
      await field.uploadFile(path)
    },
  }
  await page.type('#password', PASSWORD)
  await page.type('#code', new TOTP({ secret }).generate())
  await presses('Join')
  await sees('Sign out')
  return desk
}

/** Goes to a page as somebody who was at another: what it shows is new. */
export async function revisits(desk: Desk, menu: string) {
  await desk.opens('Keys')
  await desk.opens(menu)
}

/** Adds a passkey of the desk's own device, leaves, and comes back by it. */
export async function comeBackByPasskey({ page, secret, opens, presses, sees }: Desk, login: string) {
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
  await page.waitForSelector('#passkey_name')
  await page.type('#passkey_name', 'Desk')
  // A code counts once; the next one counts already.
  await page.type('#passkey_code', new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
  await presses('Add a passkey')
  await page.locator('.rows ::-p-text(Desk)').wait()
  await photograph(page, 'console-passkeys')
  await presses('Sign out')
  await page.locator('#login').fill(login)
  await page.locator('#password').fill(PASSWORD)
  await photograph(page, 'console-sign-in')
  await presses('Sign in with a passkey')
  await sees('Sign out')
}

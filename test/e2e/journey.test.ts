import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import type { Locale } from '../../contract/locales'
import { createActor } from './actor'
import { launch, visit } from './browser'
import { tradeLoop } from './journey'

const origin = process.env.E2E_ORIGIN ?? ''
const openingCode = process.env.E2E_OPENING_CODE ?? ''
const LANGUAGES: [Locale, string][] = [
  ['zh-CN', '简体中文'],
  ['en-US', 'English'],
]

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
})

describe.each(LANGUAGES)('the trade loop in %s', (locale, language) => {
  test('register, trade up and down, settle, log out, come back', async () => {
    const { page, complaints, close } = await visit(browser)
    const actor = createActor(page, origin)
    /** PICTURES=1 also renews the pictures of the README. */
    const picture = async (name: string) => {
      await actor.screenshot(`${name}-${locale}`)
      if (process.env.PICTURES === '1' && locale === 'en-US' && name !== 'closed') {
        // Messages would cover what the picture is of.
        await page.waitForFunction(() => document.querySelector('.toast') === null)
        await page.screenshot({ path: join(__dirname, '../../docs/pictures', `${name}.png`) as `${string}.png` })
      }
    }
    await tradeLoop(actor, { locale, language, openingCode, picture })
    expect(complaints).toEqual([])
    await close()
  })
})

import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { PHONE } from './browser'
import { tradeLoop } from './journey'
import { OPENING_CODE, visitors } from './visitors'

const arrive = visitors()

/** Waits for a result on the page in front; which fields and main buttons of the page it lies over. */
async function underResult(page: Page): Promise<string[]> {
  // While one page makes way for another, both may have it.
  const hasResult = () =>
    [...document.querySelectorAll('.result')].filter((one) => one.getClientRects().length > 0).length === 1
  await page.waitForFunction(hasResult, { polling: 50 })
  return page.evaluate(() => {
    const boxesOf = (selector: string) =>
      [...document.querySelectorAll(selector)].flatMap((element) =>
        [...element.getClientRects()].map((box) => ({ element, box })),
      )
    const [result] = boxesOf('.result')
    if (!result) return ['no result']
    return boxesOf('.button--large, .button--medium, .bottom-bar, input, textarea')
      .filter(
        ({ element }) => !result.element.contains(element) && element.checkVisibility({ visibilityProperty: true }),
      )
      .filter(({ box }) => box.top < result.box.bottom && box.bottom > result.box.top)
      .filter(({ box }) => box.left < result.box.right && box.right > result.box.left)
      .map(({ element }) => element.getAttribute('aria-label') || element.textContent || element.className)
  })
}

test('the trade loop: register, trade up and down, settle, log out, come back', async () => {
  const { page, actor, complaints, close } = await arrive({ ...PHONE, dark: true })
  /** PICTURES=1 also renews the pictures of the README. */
  const picture = async (name: string) => {
    await actor.screenshot(`${name}-en-US`)
    if (process.env.PICTURES === '1' && name !== 'closed') {
      // Messages would cover what the picture is of.
      await page.waitForFunction(() => document.querySelector('.toast') === null)
      await page.screenshot({ path: join(__dirname, '../../docs/pictures', `${name}.png`) as `${string}.png` })
    }
  }
  // A form with its button, and a page that is full of buttons.
  const elsewhere = async () => {
    await actor.open('/pages/password/password')
    expect(await underResult(page)).toEqual([])
    await actor.screenshot('result-form')
    await actor.open('/pages/index/index')
    expect(await underResult(page)).toEqual([])
    await actor.screenshot('result-home')
  }
  // The app begins in Chinese, and continues in the language that is chosen.
  const journey = { locale: 'en-US', language: 'English', openingCode: OPENING_CODE, picture, elsewhere } as const
  await tradeLoop(actor, journey)
  expect(complaints).toEqual([])
  await close()
})

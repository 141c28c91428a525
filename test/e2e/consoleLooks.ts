import type { HTTPRequest } from 'puppeteer-core'
import { photograph } from './browser'
import type { Desk } from './desk'

/** Presses the main button of the dialog that asks, `times` times within a moment. */
async function confirms({ page }: Desk, times = 1) {
  const button = await page.locator('.ant-modal-confirm-btns .ant-btn-primary').waitHandle()
  await button.click()
  for (let more = 1; more < times; more += 1) await button.evaluate((node) => (node as HTMLElement).click())
}

/** A hasty colleague, who presses twice within a moment: the server is asked once. */
export async function agreeTo(desk: Desk, reference: string) {
  const sent: string[] = []
  const note = (request: HTTPRequest) => {
    if (request.method() !== 'GET') sent.push(request.url())
  }
  await desk.opens('Proposals')
  desk.page.on('request', note)
  await desk.selects(reference)
  await desk.presses('Approve')
  await confirms(desk, 2)
  await desk.page.waitForFunction(
    (text) => !document.querySelector('.split__list .rows')?.textContent?.includes(text),
    {},
    reference,
  )
  desk.page.off('request', note)
  expect(sent).toHaveLength(1)
}

/** Turns a photo and enlarges it in its place, and puts it back. */
export async function looksClosely(desk: Desk, side: string) {
  const look = () =>
    desk.page.$eval(`section[aria-label="${side}"]`, (section) => ({
      turned: section.querySelector('img')?.style.transform,
      isNear: section.scrollWidth > section.clientWidth,
    }))
  const press = (name: string) => desk.presses(`${name}: ${side}`)
  await desk.page.$eval(`section[aria-label="${side}"]`, (section) =>
    section.closest('figure')?.scrollIntoView({ block: 'end' }),
  )
  expect(await look()).toEqual({ turned: 'rotate(0deg)', isNear: false })
  await press('Turn right')
  await press('Zoom in')
  await press('Zoom in')
  await press('Zoom in')
  expect(await look()).toEqual({ turned: 'rotate(90deg)', isNear: true })
  // At one width only: another layout would draw the photo from the start.
  await photograph(desk.page, 'console-photo-near')
  for (const name of ['Turn left', 'Zoom out', 'Zoom out', 'Zoom out']) await press(name)
  expect(await look()).toEqual({ turned: 'rotate(0deg)', isNear: false })
}

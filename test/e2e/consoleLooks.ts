import type { HTTPRequest, Page } from 'puppeteer-core'
import { KEEPS_PICTURES, photograph } from './browser'
import { breachesOn, type Desk } from './desk'

/** Both widths in which staff work, as pictures for people, who ask for them with PICTURES=1. */
export async function pictured(desk: Desk, name: string) {
  if (!KEEPS_PICTURES) return
  for (const [size, width, height] of [
    ['desktop', 1280, 900],
    ['tablet', 834, 1112],
  ] as const) {
    await desk.page.setViewport({ width, height })
    await photograph(desk.page, `console-${name}-${size}`)
  }
  await desk.page.setViewport({ width: 1280, height: 900 })
}

/** The page is free of breaches; as a picture, too, for people. */
export async function picture(desk: Desk, name: string) {
  await photograph(desk.page, name)
  expect([name, await breachesOn(desk.page)]).toEqual([name, []])
}

/** Presses the main button of the dialog that asks, `times` times within a moment. */
export async function confirms({ page }: Desk, times = 1) {
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

/** The text of an item's row and the color of its deadline, on a clock that is some hours ahead. */
async function dueIn(desk: Desk, account: string, hours: number) {
  const shift = await desk.page.evaluateOnNewDocument((ms) => {
    const now = Date.now
    Date.now = () => now() + ms
  }, hours * 3_600_000)
  await desk.page.reload({ waitUntil: 'networkidle0' })
  await desk.page.removeScriptToEvaluateOnNewDocument(shift.identifier)
  return desk.page.evaluate((text) => {
    const row = [...document.querySelectorAll('.rows > li')].find((each) => each.textContent?.includes(text))
    const marks = [...(row?.querySelectorAll('.ant-tag') ?? [])]
    const due = marks.find((mark) => /\d/.test(mark.textContent ?? ''))
    return { text: row?.textContent ?? '', colour: due ? getComputedStyle(due).backgroundColor : '' }
  }, account)
}

/** Age and deadline are told in words, and the deadline by three colors. */
export async function waitsInColour(desk: Desk, account: string) {
  const [fresh, late, over] = [
    await dueIn(desk, account, 0),
    await dueIn(desk, account, 20),
    await dueIn(desk, account, 25),
  ]
  expect(fresh.text).toMatch(/0 minutes ago|minutes? ago/)
  expect(late.text).toMatch(/20 hours ago.*due in [34] hr/)
  expect(over.text).toMatch(/1 day ago.*overdue/)
  expect(new Set([fresh.colour, late.colour, over.colour]).size).toBe(3)
  await desk.page.reload({ waitUntil: 'networkidle0' })
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

/** Signs in through the provider's own pages, as somebody whom it may know already. */
export async function comesBackFromProvider(page: Page, name: string) {
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

/** The pages before sign-in, in both languages and widths. */
export async function picturedOutside(desk: Desk, name: string) {
  for (const language of ['zh-CN', 'en']) {
    const kept = await desk.page.evaluateOnNewDocument(
      (chosen) => localStorage.setItem('fairtick-console-language', chosen),
      language,
    )
    await desk.page.reload({ waitUntil: 'networkidle0' })
    expect([name, language, await breachesOn(desk.page)]).toEqual([name, language, []])
    await pictured(desk, `${name}-${language}`)
    await desk.page.removeScriptToEvaluateOnNewDocument(kept.identifier)
  }
}

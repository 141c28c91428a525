import type { Page } from 'puppeteer-core'
import type { Locale } from '../../contract/locales'
import type { StreamRequest } from '../../contract/stream'
import { pause, until } from '../support/until'
import { PHONE, setTextSize } from './browser'
import { ORIGIN, visitors } from './visitors'

/** A row of the home page keeps its shape with any figures, at the sizes that people use. */
const arrive = visitors()

async function openRows(locale: Locale) {
  const { page, close } = await arrive({ ...PHONE, locale })
  await page.goto(`${ORIGIN}/h5/#/pages/index/index`)
  await page.waitForSelector('.taro_page .product-row__day')
  // Rows below the screen are not laid out else.
  await page.addStyleTag({ content: '.product-row { content-visibility: visible !important }' })
  return {
    page,
    close,
    async reshape(width: number, textPercent: number) {
      await page.setViewport({ width, height: 844 })
      await setTextSize(page, textPercent)
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.taro_page .product-row__day')].every((day) => day.clientHeight > 0),
      )
    },
  }
}

const LANGUAGES = ['zh-CN', 'de-DE', 'ja-JP', 'th-TH'] as const

test.each(LANGUAGES)('in %s a row is as high with long figures, or closed, as the room kept for it', async (locale) => {
  const { page, reshape, close } = await openRows(locale)
  for (const width of [360, 390, 768]) {
    await reshape(width, 100)
    // The figures of a closed market stay as they are, so that its row keeps its height.
    const [short, long] = await page.$$eval('.taro_page .product-row:not(.product-row--closed)', (rows) =>
      ['81,6', '9.999.999,99'].map((figure) => {
        for (const part of rows.flatMap((row) => [...row.querySelectorAll('.product-row__day .product-row__figure')]))
          part.lastElementChild?.replaceChildren(figure)
        return rows.map((row) => Math.round(row.getBoundingClientRect().height))
      }),
    )
    // The two that never close.
    expect(short?.length).toBeGreaterThan(1)
    expect({ width, heights: long }).toEqual({ width, heights: short })
  }
  // In the widest window home has all products: some market of theirs is closed at any time.
  await page.waitForSelector('.taro_page .product-row--closed')
  const [taken, kept] = await page.$eval('.taro_page .product-row--closed', (row) => {
    // A row that has been drawn before keeps its own height.
    const unseen = row.cloneNode(true) as HTMLElement
    unseen.style.setProperty('content-visibility', 'hidden', 'important')
    const { height } = row.getBoundingClientRect()
    row.replaceWith(unseen)
    return [height, unseen.getBoundingClientRect().height].map(Math.round)
  })
  expect(taken).toBeGreaterThan(60)
  expect(kept).toBe(taken)
  await close()
})

/** Returns a function that gives the products whose prices the page asked for last. */
async function watchSubscriptions(page: Page) {
  let symbols: string[] = []
  const session = await page.createCDPSession()
  session.on('Network.webSocketFrameSent', ({ response }) => {
    const message: StreamRequest = JSON.parse(response.payloadData)
    if (message.type === 'subscribe') symbols = message.symbols
  })
  await session.send('Network.enable')
  return () => symbols
}

test('in a long list, a row that nobody sees gets no prices and is not drawn, and goes on as soon as it is seen', async () => {
  const { page, close } = await arrive({ width: 390, height: 250 })
  const subscribed = await watchSubscriptions(page)
  await page.goto(`${ORIGIN}/h5/#/pages/product/product`)
  await page.waitForSelector('.taro_page .product-row__price')
  const row = await page.$('.taro_page [data-name="BNBUSDT"]')
  const price = () => row?.$eval('.product-row__price', (node) => node.textContent)
  // It has its first price before the browser knows that it is below the window.
  await pause(1_000)
  const unseen = await price()
  await pause(5_000)
  expect(await price()).toBe(unseen)
  expect(subscribed()).not.toContain('BNBUSDT')
  expect(subscribed().length).toBeGreaterThan(0)
  await row?.scrollIntoView()
  await until('the next price', async () => (await price()) !== unseen)
  await until('its subscription', () => subscribed().includes('BNBUSDT'))
  await close()
})

test('on narrow phones and with large text no name is broken, and long prices stay in their columns', async () => {
  const { page, reshape, close } = await openRows('fr-FR')
  const shapes = [
    [320, 100],
    [360, 125],
    [390, 125],
    [390, 200],
  ] as const
  for (const [width, text] of shapes) {
    await reshape(width, text)
    const broken = await page.$$eval('.taro_page .product-row__title', (titles) =>
      titles
        .filter((title) => {
          const range = document.createRange()
          range.selectNodeContents(title)
          return range.getClientRects().length > (title.textContent ?? '').split(/[\s/]/).length
        })
        .map((title) => title.textContent),
    )
    const overflowing = await page.$$eval('.taro_page .product-row__figure', (columns) => {
      for (const column of columns) column.lastElementChild?.replaceChildren('999,999,999,999.000000012345')
      return columns.filter((column) => column.scrollWidth > column.clientWidth).map((column) => column.textContent)
    })
    expect({ width, text, broken, overflowing }).toEqual({ width, text, broken: [], overflowing: [] })
  }
  await close()
})

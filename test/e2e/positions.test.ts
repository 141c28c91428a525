import type { Order, OrderPage } from '../../contract/orders'
import { pause, until } from '../support/until'
import type { Actor } from './actor'
import { registerUser } from './consoleUser'
import { placesOrder } from './hiding'
import { beginning, textsOf } from './texts'
import { openApp } from './userApp'
import { ORIGIN, sharedBrowser } from './visitors'

/** The box of the line of an order, and its padding, in units of its picture. */
const BOX = { width: 320, padding: 2 }

const browser = sharedBrowser()

/** Once the order has its entry price. */
const entered = (actor: Actor): Promise<Order & { entryAt: string; expiresAt: string }> =>
  until('the entry', async () => {
    const [order] = (await actor.asks<OrderPage>('/orders?state=holding')).items
    return order?.entryAt && order.expiresAt
      ? { ...order, entryAt: order.entryAt, expiresAt: order.expiresAt }
      : undefined
  })

/** Seconds after the entry at which the line of the first position begins and ends. */
async function lineOf(actor: Actor, { entryAt, expiresAt }: { entryAt: string; expiresAt: string }) {
  const picture = await actor.page.evaluate(() => {
    const line = [...document.querySelectorAll('.order-line__prices')].find((node) => node.checkVisibility())
    return line ? decodeURIComponent(getComputedStyle(line).maskImage) : ''
  })
  const points = (/ d='M([^']+)'/.exec(picture)?.[1] ?? '').split('L').map((point) => Number(point.split(' ')[0]))
  const seconds = (Date.parse(expiresAt) - Date.parse(entryAt)) / 1_000
  const at = (x = Number.NaN) => ((x - BOX.padding) / (BOX.width - 2 * BOX.padding)) * seconds
  return { begins: at(points[0]), ends: at(points.at(-1)) }
}

test('a device that opens the positions late draws an order from its entry on', async () => {
  const user = await registerUser('late')
  const { actor, opened } = await openApp(browser(), ORIGIN, { session: user.session, locale: 'en-US' })
  await placesOrder(actor, '20.00', 'long')
  const order = await entered(actor)
  await pause(Date.parse(order.entryAt) + 10_000 - Date.now())
  await actor.open('/pages/order/order')
  await actor.sees(textsOf('en-US')('orders.holdings', { count: 1 }))
  const line = await until('the line from the entry on', async () => {
    const { begins, ends } = await lineOf(actor, order)
    return begins < 3 && ends > 9 ? { begins, ends } : undefined
  })
  expect(line.begins).toBeGreaterThanOrEqual(-0.2)
  // Its prices are in the card without a tap, and not on its edge.
  const belowPrices = await actor.page.evaluate(() => {
    const bottomOf = (part: string) =>
      [...document.querySelectorAll(part)].find((node) => node.checkVisibility())?.getBoundingClientRect().bottom ??
      Number.NaN
    return bottomOf('.position') - bottomOf('.position__prices > *')
  })
  expect(belowPrices).toBeGreaterThanOrEqual(8)
  expect(opened.complaints).toEqual([])
})

/** A sheet takes taps 400 ms after it opened. */
const LATEST_TAP_MS = 380

/** Run in the page: note when it is pressed; the milliseconds between the two presses. */
const noteTaps = () => {
  if ('taps' in window) return
  const taps: number[] = []
  Object.assign(window, { taps })
  document.addEventListener('pointerdown', ({ timeStamp }) => taps.push(timeStamp))
}
const gapOfTaps = () => {
  const { taps } = window as unknown as { taps: number[] }
  const [first = 0, second = 0] = taps.splice(0)
  return second - first
}

test.each([0, 120, 300])(
  'a second tap on the same place, %i ms after the one on Buy, places no order',
  async (gapMs) => {
    const { session } = await registerUser('tap')
    const { actor, opened } = await openApp(browser(), ORIGIN, { session, locale: 'en-US' })
    const { page } = actor
    const t = textsOf('en-US')
    const tapTwice = async () => {
      await actor.open('/pages/index/index')
      await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
      await actor.reads('button', beginning(`▲\u00a0${t('trade.buyUp')}`))
      // Long enough for the ticket to be made ahead of the tap.
      await pause(1_500)
      const [x, y] = await page.evaluate((up) => {
        const buttons = [...document.querySelectorAll('.trade-bar__buttons button')]
        const buy = buttons.find(({ textContent }) => textContent?.includes(up))
        const box = buy?.getBoundingClientRect() ?? new DOMRect()
        return [box.x + box.width / 2, box.y + box.height / 2] as const
      }, t('trade.buyUp'))
      await page.evaluate(noteTaps)
      await page.mouse.click(x, y)
      await pause(gapMs)
      await page.mouse.click(x, y)
      await actor.reads('dialog')
      await pause(1_000)
      return page.evaluate(gapOfTaps)
    }
    const orders = async () => (await actor.asks<OrderPage>('/orders?state=holding')).items.length
    // A busy machine may send the second tap later than a hand would, and then it counts.
    let before = 0
    for (let tries = 0; (await tapTwice()) > LATEST_TAP_MS; tries += 1) {
      expect(tries).toBeLessThan(5)
      before = await orders()
    }
    expect(await orders()).toBe(before)
    // What it kept from the tap, it takes from the next.
    await actor.presses(new RegExp(t('trade.place', { order: '.*' })))
    await entered(actor)
    expect(opened.complaints).toEqual([])
  },
)

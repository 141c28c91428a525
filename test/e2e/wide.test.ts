import type { Page } from 'puppeteer-core'
import type { PriceAlertPage } from '../../contract/alerts'
import { pause, until } from '../support/until'
import { enter, logIn } from './account'
import { registerUser } from './consoleUser'
import { lasting, takesAtOnce } from './pageChecks'
import { placesByTicket } from './placing'
import { countShifts, shiftsOn } from './shifts'
import { beginning, containing, textsOf } from './texts'
import { demo, visitors } from './visitors'

/** Windows of tablets and desktops: more columns instead of a phone in the middle. */
const t = textsOf('de-DE')
const arrive = visitors()

const TRADE = '/pages/Detail/Detail?symbol=BTCUSDT'
const PAGES = ['/pages/index/index', '/pages/product/product', TRADE, '/pages/order/order', '/pages/user/user']

/** From left to right in CSS pixels, of the first shown element that matches. */
const spanOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const element = [...document.querySelectorAll(wanted)].find((one) => one.checkVisibility())
    const { left = 0, right = 0, top = 0 } = element?.getBoundingClientRect() ?? {}
    return { left, right, top, width: right - left }
  }, selector)

async function openHome(width: number, height: number, dark: boolean) {
  const opened = await arrive({ width, height, dark, locale: 'de-DE' })
  await enter(opened.actor, t, demo)
  return opened
}

describe.each([
  [768, 1024, false],
  [1440, 900, true],
] as const)('in a window of %i × %i', (width, height, dark) => {
  test('home fills both columns, every tab and a product use the width, and an order is placed beside the chart', async () => {
    const { page, actor, complaints, close } = await openHome(width, height, dark)
    await actor.sees(new RegExp(t('home.log.settled', { orders: '.*', voided: '.*' })))
    const short = async () => {
      const ends = await page.evaluate(() =>
        ['.home__head', '.home__list'].map((part) => document.querySelector(part)?.getBoundingClientRect().bottom ?? 0),
      )
      return ends.flatMap((end) => (end < height - 100 ? [`ends at ${end}`] : []))
    }
    expect(await lasting(short, actor.tab)).toEqual([])
    const rail = width < 900 ? 0 : 96
    for (const path of PAGES) {
      await actor.open(path)
      await actor.arrivesAt(path)
      await actor.reads('main')
      const whole = async () => {
        const { left, right } = await spanOf(page, '.screen:not(.taro_page_shade *)')
        return left === rail && right === width ? [] : [`from ${left} to ${right}`]
      }
      expect({ path, wrong: await lasting(whole, actor.tab) }).toEqual({ path, wrong: [] })
      await actor.screenshot(`wide-${width}-${path.split('?')[0]?.replace(/\W+/g, '-')}`)
    }
    await actor.open(TRADE)
    await actor.sees(t('trade.ifHigher'))
    const chart = await spanOf(page, '.price-chart')
    const ticket = await spanOf(page, '.ticket-panel')
    expect(chart.width).toBeGreaterThan(380)
    expect(ticket.left).toBeGreaterThanOrEqual(chart.right)
    expect(ticket.top).toBeLessThan(200)
    await actor.presses(`▼\u00a0${t('trade.sellDown')}`, 'tab')
    await placesByTicket(actor, t)
    await actor.reads('button', containing(`${t('trade.sellDown')} ·\u00a0100`))
    expect(complaints).toEqual([])
    await close()
  })
})

test.each([
  [390, 844],
  [768, 1024],
  [1440, 900],
])(
  'in a window of %i × %i nothing on home is pushed, on the first visit after a login and on the next one',
  async (width, height) => {
    // Orders of the user whom other tests share may end in the meantime.
    const user = await registerUser('shift')
    const { page, actor, close } = await arrive({ width, height, locale: 'de-DE' })
    await countShifts(page, '/pages/index/index')
    await actor.open('/pages/login/login')
    await logIn(actor, t, user)
    const isWhole = async () => {
      await actor.arrivesAt('/pages/index/index')
      await actor.sees(t(width < 768 ? 'home.guide' : 'content.guide.risk-notice'))
      // What would come later comes within this time.
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      const { sum, moved } = await shiftsOn(page)
      expect(sum < 0.01 ? [] : [sum, ...moved]).toEqual([])
    }
    await isWhole()
    await page.reload()
    await isWhole()
    await close()
  },
)

test('a row of a desktop opens its product with the direction chosen', async () => {
  const { actor, close } = await openHome(1440, 900, false)
  await actor.presses(`${t('trade.sellDown')}: ETH/USDT`)
  await actor.arrivesAt('/pages/Detail/Detail?symbol=ETHUSDT&direction=down')
  await actor.reads('button', containing(`▼\u00a0${t('trade.sellDown')} ·`))
  await close()
})

/** Runs in the page: presses a button a second time as soon as it is back from the first. */
function pressesAgain(selector: string) {
  return new Promise<void>((resolve) => {
    const shown = [...document.querySelectorAll<HTMLButtonElement>(selector)].filter((one) => one.checkVisibility())
    for (const button of shown) {
      const observer = new MutationObserver(() => {
        if (button.disabled) return
        observer.disconnect()
        button.click()
        resolve()
      })
      observer.observe(button, { attributeFilter: ['disabled'] })
    }
  })
}

test('the second click of a double click, on a row and on the ticket, places no order', async () => {
  const user = await registerUser('dbl')
  const { page, actor, complaints, close } = await arrive({ width: 1440, height: 900, locale: 'de-DE' })
  await enter(actor, t, user)
  const orders = async () => (await actor.asks<{ items: unknown[] }>('/orders?state=holding')).items.length
  const meets = page.evaluate(takesAtOnce, '.ticket__place')
  // The button of the ticket comes to where this one was.
  await actor.presses(`${t('trade.sellDown')}: ETH/USDT`)
  expect(await meets).toBe(false)
  const place = new RegExp(t('trade.place', { order: '.*' }))
  const again = page.evaluate(pressesAgain, '.ticket__place')
  await actor.presses(place)
  await again
  await actor.sees(t('trade.placed'))
  await pause(1_000)
  expect(await orders()).toBe(1)
  // What it kept from the double click, it takes from the next.
  await actor.presses(place)
  await until('the second order', async () => ((await orders()) === 2 ? true : undefined))
  expect(complaints).toEqual([])
  await close()
})

test('the second click of a double click sets no alert, and removes none', async () => {
  const user = await registerUser('dbl')
  const { page, actor, complaints, close } = await arrive({ width: 1440, height: 900, locale: 'de-DE' })
  await enter(actor, t, user)
  await actor.open(TRADE)
  await actor.presses(t('alerts.set'))
  const alerts = async () => (await actor.asks<PriceAlertPage>('/price-alerts?state=active')).items.length
  await actor.fills(t('alerts.price'), '200000')
  const again = page.evaluate(pressesAgain, '.sheet .button--primary')
  await actor.presses(t('alerts.confirm'))
  await again
  await pause(1_000)
  expect(await alerts()).toBe(1)
  await actor.fills(t('alerts.price'), '300000')
  await actor.presses(t('alerts.confirm'))
  await actor.reads('list', t('alerts.waiting', { number: 2 }))
  const takes = page.evaluate(takesAtOnce, '.alert-row:only-child button')
  await actor.presses(beginning(t('alerts.remove', { alert: '' }).trim()))
  expect(await takes).toBe(false)
  await until('one alert on the server', async () => ((await alerts()) === 1 ? true : undefined))
  expect(complaints).toEqual([])
  await close()
})

test('beside the chart of a desktop are all products, and another one takes its place', async () => {
  const { page, actor, close } = await openHome(1440, 900, false)
  await actor.open(TRADE)
  await actor.reads('navigation', t('title.products'))
  expect((await spanOf(page, '.product-rail')).right).toBeLessThan((await spanOf(page, '.price-chart')).left)
  await actor.presses(/^Silber/)
  await actor.arrivesAt('/pages/Detail/Detail?symbol=XAGUSD')
  await actor.reads('heading', 'Silber')
  await actor.presses(t('common.back'))
  await actor.arrivesAt('/pages/index/index')
  await close()
})

test('the chart that has the screen keeps it when the phone is turned', async () => {
  const { page, actor, close } = await openHome(390, 844, false)
  await actor.open(TRADE)
  await actor.presses(t('chart.full'))
  await actor.reads('dialog', 'BTC/USDT')
  await page.setViewport({ width: 844, height: 390 })
  const isWhole = async () => ((await spanOf(page, '.price-chart--full')).width === 844 ? [] : ['not the whole window'])
  expect(await lasting(isWhole, actor.tab)).toEqual([])
  await actor.presses(t('common.close'))
  await actor.sees(t('trade.ifHigher'))
  await close()
})

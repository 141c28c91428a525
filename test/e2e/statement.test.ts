import type { Page } from 'puppeteer-core'
import type { Me } from '../../contract/accounts'
import type { OrderPage } from '../../contract/orders'
import { until } from '../support/until'
import { enter } from './account'
import { brokenLabelsOn, clippedOn, lasting, overflowOn, violationsOn } from './pageChecks'
import { beginning, textsOf } from './texts'
import { demo, visitors } from './visitors'

const arrive = visitors()

/** The printed page once the print dialog is asked for; the dialog itself is the browser's. */
async function paperOf(page: Page) {
  await page.emulateMediaType('print')
  // biome-ignore lint/performance/useDomNodeTextContent: what is not displayed is not printed
  const text = await page.evaluate(() => document.body.innerText)
  const title = await page.title()
  const pdf = Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  await page.emulateMediaType('screen')
  return { text, title, pages: pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0, isPdf: pdf.startsWith('%PDF-') }
}

test.each(['zh-CN', 'de-DE', 'th-TH'] as const)(
  '%s: the statement of the month is a page, a file and a PDF',
  async (locale) => {
    const t = textsOf(locale)
    const { page, actor, complaints, close } = await arrive()
    await page.evaluateOnNewDocument((choice) => {
      localStorage.setItem('language', choice)
      // Headless, the dialog would answer at once.
      window.print = () => undefined
    }, locale)
    await enter(actor, t, demo)

    // Other files trade with the demo account in the meantime: what a page has loaded may be of a moment ago.
    await until('a statement of what the account holds', async () => {
      await actor.open('/pages/money-record/money-record')
      await actor.presses(t('title.statement'))
      await actor.sees(t('wallet.statement.byProduct'))
      const me = await actor.asks<Me>('/me')
      const owned = await page.evaluate(() => document.body.textContent)
      return owned?.replace(/\D/g, '').includes(me.balance.total.replace(/\D/g, ''))
    })
    const looks = { brokenLabelsOn, clippedOn, overflowOn, violationsOn }
    for (const [name, look] of Object.entries(looks)) expect([name, await lasting(look, actor.tab)]).toEqual([name, []])

    await actor.presses(t('wallet.pdf'))
    const paper = await paperOf(page)
    expect(paper).toMatchObject({ pages: 1, isPdf: true })
    expect(paper.title).toBe(`${t('title.statement')} · Fairtick`)
    for (const words of [
      t('wallet.statement.opening'),
      t('wallet.statement.fees'),
      t('wallet.statement.basis'),
      demo.account,
    ])
      expect(paper.text).toContain(words)
    // The app's controls and tabs are not on the paper.
    for (const words of [t('wallet.pdf'), t('wallet.record.export'), t('tab.home')])
      expect(paper.text.split('\n')).not.toContain(words)

    const { items } = await actor.asks<OrderPage>('/orders?state=closed&limit=1')
    const order = items[0]
    if (order) {
      await actor.open(`/pages/order/closed?id=${order.id}`)
      await actor.presses(t('wallet.pdf'))
      const receipt = await paperOf(page)
      expect(receipt.isPdf).toBe(true)
      expect(receipt.pages).toBeLessThanOrEqual(2)
      for (const words of [order.number, t('orders.detail.purchasePrice'), t(`orders.status.${order.status}`)])
        expect(receipt.text).toContain(words)
      expect(receipt.text).not.toContain(t('wallet.statement.opening'))
    }
    expect(complaints).toEqual([])
    await close()
  },
)

test('a period of the capital record begins at a midnight, even if the clock has been changed since', async () => {
  const t = textsOf('en-US')
  const { page, actor, close } = await arrive({ width: 390, height: 844, locale: 'en-US' })
  await enter(actor, t, demo)
  await actor.open('/pages/money-record/money-record')
  const zones = ['Europe/Berlin', 'America/Santiago', 'Australia/Sydney']
  for (const zone of zones) {
    await page.emulateTimezone(zone)
    await actor.presses(beginning(t('wallet.record.period.all')))
    const asked = page.waitForRequest((request) => request.url().includes('from='))
    await actor.presses(t('wallet.record.period.quarter'), 'radio')
    const from = new URL((await asked).url()).searchParams.get('from') ?? ''
    expect([zone, await page.evaluate((at) => new Date(at).toTimeString().slice(0, 8), from)]).toEqual([
      zone,
      '00:00:00',
    ])
    await actor.presses(beginning(t('wallet.record.period.quarter')))
    await actor.presses(t('wallet.record.period.all'), 'radio')
  }
  await close()
})

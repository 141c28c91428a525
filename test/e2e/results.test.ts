import type { CapitalExport } from '../../contract/capitalRecord'
import type { OrderPage } from '../../contract/orders'
import { createFormat } from '../../src/i18n/format'
import { until } from '../support/until'
import { registerUser } from './consoleUser'
import { placesOrder } from './hiding'
import { brokenLabelsOn, clippedOn, lasting, overflowOn, violationsOn } from './pageChecks'
import { countShifts, shiftsOn } from './shifts'
import { containing, textsOf } from './texts'
import { openApp } from './userApp'
import { ORIGIN, sharedBrowser } from './visitors'

const ORDERS = 3

const browser = sharedBrowser()

test('the page of own results says what the capital record says, in a curve, in tables and when filtered', async () => {
  const user = await registerUser('sums')
  const { actor, opened } = await openApp(browser(), ORIGIN, { session: user.session, locale: 'en-US' })
  const t = textsOf('en-US')
  await actor.open('/pages/results/results')
  await actor.sees(t('results.empty'))
  for (let order = 0; order < ORDERS; order++) await placesOrder(actor, `${12 + order}.50`, 'short')
  await until(
    'all orders closed',
    async () => {
      const { items } = await actor.asks<OrderPage>('/orders?state=closed')
      return items.length === ORDERS
    },
    { everyMs: 1_000 },
  )

  const { items } = await actor.asks<CapitalExport>('/capital-record/export?filter=orders')
  const cents = items.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  const { number, signed } = createFormat('en-US')
  const net = signed((cents / 100).toFixed(2))
  const staked = number('40.50')

  // A receipt that is opened by its address: nothing on it is pushed while it is loaded and verified.
  const receipt = '/pages/order/closed'
  const orders = await actor.asks<OrderPage>('/orders?state=closed')
  await countShifts(opened.page, receipt)
  await actor.open(`${receipt}?id=${orders.items[0]?.id}`)
  await opened.page.reload()
  await actor.sees(t('orders.story.limits'))
  await actor.sees(t('orders.detail.holdingTime'))
  const { sum, moved } = await shiftsOn(opened.page)
  expect(sum < 0.01 ? [] : [sum, ...moved]).toEqual([])

  await actor.open('/pages/order/order')
  await actor.presses(t('orders.closed'), 'tab')
  await actor.presses(t('title.results'), 'button')
  await actor.arrivesAt('/pages/results/results')
  await actor.sees(containing(net))
  await actor.sees(staked)
  // The curve, as a screen reader hears it, ends at the net result.
  const read = await opened.page.evaluate(
    () => document.querySelector('[role=slider]')?.getAttribute('aria-valuetext') ?? '',
  )
  expect(read).toContain(net)
  await actor.presses(t('results.table'))
  const table = await opened.page.evaluate(() =>
    [...document.querySelectorAll('[role=table]')]
      .filter((node) => node.checkVisibility())
      .map((node) => node.textContent),
  )
  expect(table).toHaveLength(1)
  expect(table[0]).toContain(`${staked}${net}`)
  const looks = { brokenLabelsOn, clippedOn, overflowOn, violationsOn }
  for (const [name, look] of Object.entries(looks)) expect([name, await lasting(look, actor.tab)]).toEqual([name, []])

  await actor.presses(t('results.all.results'))
  await actor.presses(t('orders.status.void'), 'radio')
  await actor.sees(t('wallet.record.emptyFiltered'))
  await actor.presses(t('common.showAll'))
  await actor.sees(containing(net))
  expect(opened.complaints).toEqual([])
  await opened.close()
})

import type { OrderPage } from '../../contract/orders'
import { until } from '../support/until'
import { createActor } from './actor'
import { visit } from './browser'
import { registerUser } from './consoleUser'
import { placesOrder } from './hiding'
import { containing, textsOf } from './texts'
import { openApp } from './userApp'
import { ORIGIN, sharedBrowser } from './visitors'

const SETTLED_WITHIN_MS = 60_000

const browser = sharedBrowser()
const t = textsOf('en-US')

/** Somebody else's device, signed out, that reads English. */
async function friend() {
  const opened = await visit(browser())
  await opened.page.goto(`${ORIGIN}/h5/icon-512.png`)
  await opened.page.evaluate(() => localStorage.setItem('language', 'en-US'))
  return { ...opened, actor: createActor(opened.page, ORIGIN) }
}

test('a result that is shared opens on another device, signed out, by the printed code and by the copied link', async () => {
  const user = await registerUser('link')
  const { actor, opened } = await openApp(browser(), ORIGIN, { session: user.session, locale: 'en-US' })
  await opened.page.browserContext().overridePermissions(ORIGIN, ['clipboard-read', 'clipboard-write'])
  await actor.open('/pages/order/order')
  const id = await placesOrder(actor, '17.50', 'short')
  await until(
    'the order to close',
    async () => (await actor.asks<OrderPage>('/orders?state=closed')).items.some((order) => order.id === id),
    { withinMs: SETTLED_WITHIN_MS, everyMs: 1_000 },
  )
  await actor.open(`/pages/order/closed?id=${id}`)
  await actor.sees(t('orders.proof.checked'))
  const code = await actor.sees(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)

  const other = await friend()
  await other.actor.open(`/pages/check/check?code=${code}`)
  await other.actor.sees(t('orders.check.unknown'))

  await actor.presses(t('orders.share.open'))
  await actor.presses(t('orders.share.public'), 'switch')
  await actor.presses(t('orders.share.link'))
  const link = await opened.page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(code)

  await other.actor.fills(t('orders.share.code'), code.toLowerCase().replace(/-/g, ' '))
  await other.actor.presses(t('orders.check.run'))
  await other.actor.sees(t('orders.proof.checked'))
  await other.actor.sees(t('orders.check.same'))
  await other.close()

  const another = await friend()
  await another.page.goto(link)
  await another.actor.sees(t('orders.proof.checked'))
  // What a stake of 17.50 has won or lost.
  await another.actor.sees(/(?:[+−](?:13\.12|17\.50)|\b0\.00)/)
  expect(another.complaints).toEqual([])
  await another.close()
  expect(opened.complaints).toEqual([])
  await opened.close()
})

test('the bare addresses of a product and of an article open something useful', async () => {
  const visitor = await friend()
  await visitor.actor.open('/pages/Detail/Detail')
  await visitor.actor.reads('button', containing(t('trade.buyUp')))
  await visitor.actor.open('/pages/news/detail')
  await visitor.actor.reads('list', t('title.news'))
  expect(visitor.complaints).toEqual([])
  await visitor.close()
})

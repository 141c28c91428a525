import type { Me } from '../../contract/accounts'
import type { OrderPage } from '../../contract/orders'
import { logIn, newAccount, register } from '../e2e/account'
import { placesByTicket } from '../e2e/placing'
import { beginning, containing, textsOf } from '../e2e/texts'
import { until } from '../support/until'
import type { WeappActor } from './rig/actor'
import { ask, HERE, start, stopAll } from './start'

const t = textsOf('zh-CN')
const minor = (text: string) => Math.round(Number(text) * 100)

afterEach(stopAll)

/** Waits until what is read differs from what is there now. */
async function changes(actor: WeappActor, read: () => Promise<string>) {
  const before = await read()
  const { route } = actor.program.pages.current
  await until(`something else than "${before}" on ${route}`, async () => (await read()) !== before)
}

test('from the first launch to a settled order: register, log in, trade up, see it won or lost', async () => {
  const kept = new Map<string, unknown>()
  // WeChat for Mac makes no files of canvases that are not shown.
  const actor = await start({ kept, choices: { keepsOffscreen: false } })
  const user = newAccount()
  await actor.sees(t('auth.slogan'))
  await actor.presses(t('auth.createAccount'))
  await actor.arrivesAt('/pages/login/registerCheck')
  await register(actor, t, user, HERE.openingCode)
  await logIn(actor, t, user)
  await actor.arrivesAt('/pages/index/index')
  await actor.sees('10,000.00')
  await changes(actor, () => actor.reads('button', containing('BTC/USDT')))

  await actor.presses(containing('BTC/USDT'))
  await actor.arrivesAt('/pages/Detail/Detail')
  await actor.presses(containing(t('trade.buyUp')))
  await actor.sees(t('trade.ifHigher'))
  await actor.presses(beginning(t('trade.seconds', { count: 30 })))
  await placesByTicket(actor, t)
  await actor.presses(beginning('1m'), 'tab')
  // The chart is drawn on a canvas of WeChat's kind, with labels of prices.
  const chart = await actor.until('a drawn chart', () =>
    [...actor.program.canvases.values()].find(({ calls }) => calls.some(([name]) => name === 'fillText')),
  )
  expect(chart.calls.filter(([name]) => name === 'fillRect' || name === 'stroke').length).toBeGreaterThan(5)

  // Fingers reach it through the template's events: dragging back in time asks for older candles.
  const older = () => actor.program.network.log.filter((line) => /candles\?.*before=/.test(line)).length
  for (let drag = 0; drag < 12 && older() === 0; drag += 1) await actor.drags(/./, 300)
  await actor.until('older candles', () => (older() > 0 ? true : undefined))

  await actor.open('/pages/order/order')
  await actor.sees(t('orders.holdings', { count: 1 }))
  await changes(actor, () => actor.reads('timer'))
  await actor.sees(t('orders.holdings', { count: 0 }))
  await actor.presses(t('orders.closed'), 'tab')
  await actor.sees(t('common.noMore'))

  // The result is checked on the phone, by code that is downloaded for it, and shared as a picture.
  await actor.presses(containing('BTC/USDT'))
  await actor.arrivesAt('/pages/order/closed')
  await actor.sees(t('orders.proof.checked'))
  expect(actor.program.modules.downloaded).toContain('parts/proofCheck')
  // A mini program has no downloads: the receipt goes to a chat of the user's choice.
  await actor.presses(t('orders.story.save'))
  await actor.presses(beginning(t('orders.proof.save')))
  const receipt = await actor.until('the receipt', () =>
    actor.program.calls.find(({ name }) => name === 'shareFileMessage'),
  )
  expect(receipt.options.fileName).toMatch(/\.json$/)
  await actor.presses(t('orders.share.open'))
  await actor.presses(t('orders.share.save'))
  await actor.presses(t('shell.privacy.agree'))
  await actor.until('the picture', () => actor.program.calls.find(({ name }) => name === 'saveImageToPhotosAlbum'))
  actor.program.refusals.set('saveImageToPhotosAlbum', 'auth deny')
  await actor.presses(t('orders.share.save'))
  await actor.sees(t('shell.inApp.denied'))
  await actor.presses(t('common.cancel'))
  // The menu sends the page that checks results; once anyone may open this receipt, with the result as its title.
  const card = () => actor.program.callPage('onShareAppMessage', { from: 'menu' })
  expect(await card()).toMatchObject({ title: t('orders.check.title'), path: '/pages/check/check' })
  await actor.presses(t('orders.share.public'), 'switch')
  await actor.sees(t('orders.share.link'))
  expect(await card()).toMatchObject({
    title: expect.stringMatching(/^\S+ \S+% · BTC\/USDT$/),
    path: expect.stringMatching(/^\/pages\/check\/check\?code=[\w-]+&seen=/),
  })
  expect(
    actor.program.offscreen
      .at(-1)
      ?.calls.some(([name, text]) => name === 'fillText' && String(text).includes('BTC/USDT')),
  ).toBe(true)

  const me = await ask<Me>(kept, '/me')
  const closed = await ask<OrderPage>(kept, '/orders?state=closed')
  expect(closed.items).toHaveLength(1)
  expect(minor(me.balance.available)).toBe(1_000_000 + minor(closed.items[0]?.profitLoss ?? ''))
  expect(actor.program.complaints).toEqual([])
  expect(actor.program.pages.complaints).toEqual([])
  expect([...actor.program.missing]).toEqual([])
})

import type { OrderPage } from '../../contract/orders'
import { placesByTicket } from '../e2e/placing'
import { beginning, containing, textsOf } from '../e2e/texts'
import { pause, until } from '../support/until'
import { startAsMember } from './member'
import type { WeappActor } from './rig/actor'
import type { Conditions } from './rig/conditions'
import { byRole, isDisabled, textOf } from './rig/tree'
import { ask, stopAll } from './start'

const t = textsOf('zh-CN')
afterEach(stopAll)

/** Log in, see prices and the chart, order, see the holding count down, change the language: what most days consist of. */
async function shortDay(conditions: Partial<Conditions>) {
  const kept = new Map<string, unknown>()
  const { actor } = await startAsMember({ kept, conditions })
  await actor.sees('10,000.00')
  await actor.presses(containing('BTC/USDT'))
  await actor.arrivesAt('/pages/Detail/Detail')
  await actor.presses(containing(t('trade.sellDown')))
  await actor.presses(beginning(t('trade.seconds', { count: 30 })))
  await placesByTicket(actor, t)
  await actor.until('a drawn chart', () =>
    [...actor.program.canvases.values()].find(({ calls }) => calls.some(([name]) => name === 'fillText')),
  )
  await actor.open('/pages/order/order')
  await actor.sees(t('orders.holdings', { count: 1 }))
  await actor.reads('timer')
  return { actor, kept }
}

async function inEnglish(actor: WeappActor) {
  await actor.open('/pages/set/set')
  await actor.presses(beginning(t('settings.language')))
  await actor.presses('English', 'radio')
  const english = textsOf('en-US')
  await actor.sees(english('settings.display'))
  await actor.open('/pages/order/order')
  await actor.sees(english('orders.holdings', { count: 1 }))
}

test('a short day without Intl, with promises as macrotasks, and with the methods of 2018 only', async () => {
  const hardships = { noIntl: true, macrotaskPromises: true, oldRuntime: true }
  const { actor, kept } = await shortDay(hardships)
  await inEnglish(actor)
  expect((await ask<OrderPage>(kept, '/orders?state=holding')).items).toHaveLength(1)
  expect(actor.program.complaints).toEqual([])
})

test.each(['full', 'broken'] as const)(
  'a short day on a phone whose storage is %s: nothing is kept, nothing breaks',
  async (storage) => {
    const { actor, kept } = await shortDay({ storage })
    await inEnglish(actor)
    expect([...kept]).toEqual([])
    expect(actor.program.complaints).toEqual([])
  },
)

test('sockets stay within five through ten tunnels and ten changes to other programs', async () => {
  const { actor } = await shortDay({ sockets: 5 })
  const { program } = actor
  let most = 0
  for (let round = 0; round < 10; round += 1) {
    program.network.close()
    program.hide()
    await pause(100)
    program.comeBack()
    await pause(200)
    most = Math.max(most, program.network.openSockets)
  }
  expect(most).toBeLessThanOrEqual(2)
  expect(program.network.log.filter((line) => line.startsWith('socket refused'))).toEqual([])
  // The stream is heard again at the end.
  const before = await actor.reads('timer')
  await actor.until('the countdown to go on', () => (program.network.openSockets > 0 ? true : undefined))
  await actor.open('/pages/index/index')
  const price = await actor.reads('button', containing('BTC/USDT'))
  const moved = async () => (await actor.reads('button', containing('BTC/USDT'))) !== price
  await until(`a price that moves after ${before}`, moved, { everyMs: 50 })
  expect(program.complaints).toEqual([])
})

test('where every socket is taken, the last prices stay to be read and nothing is traded on them', async () => {
  const { actor } = await startAsMember({ conditions: { sockets: 0 } })
  await actor.presses(containing('BTC/USDT'))
  await actor.arrivesAt('/pages/Detail/Detail')
  const [beginningOfText = ''] = t('trade.stale', { seconds: '|' }).split('|').filter(Boolean)
  await actor.sees(new RegExp(`${beginningOfText}|${t('trade.noPrice')}`))
  const trade = byRole(actor.program.pages.tree(), 'button', containing(t('trade.buyUp')))
  expect(trade.map(isDisabled)).toEqual([true])
  expect(actor.program.complaints).toEqual([])
})

/** When the order that is held ends; it is known once the order has its entry price. */
async function expiryOf(kept: ReadonlyMap<string, unknown>): Promise<number> {
  const expiresAt = await until('the entry of the order', async () => {
    const [order] = (await ask<OrderPage>(kept, '/orders?state=holding')).items
    return order?.expiresAt
  })
  return Date.parse(expiresAt)
}

/** Seconds that the page shows as left, e.g. 27 of "0:27". */
function secondsShown(actor: WeappActor): number {
  const [timer] = byRole(actor.program.pages.tree(), 'timer')
  const [minutes = 0, seconds = 0] = (timer ? textOf(timer) : '').split(':').map(Number)
  return minutes * 60 + seconds
}

test.each([
  ['a few seconds', 4_000],
  ['long enough for its line to count as dead', 12_000],
])('after %s asleep, on a line that died without a word, prices and countdown are right again', async (_, ms) => {
  const { actor, kept } = await shortDay({})
  const { program } = actor
  const endsAt = await expiryOf(kept)
  program.hide()
  program.network.cutSilently()
  program.sleep()
  await pause(ms)
  const { heard } = program.network
  program.comeBack()
  await actor.until('news of prices', () => (program.network.heard > heard ? true : undefined))
  await actor.until('the countdown', () => {
    const seconds = (endsAt - Date.now()) / 1000
    return Math.abs(secondsShown(actor) - seconds) <= 1.2 ? true : undefined
  })
  expect(program.complaints).toEqual([])
})

test('a newer program that WeChat has fetched is offered, and starts when the user says so', async () => {
  const { actor } = await startAsMember()
  await actor.seesNoMore(t('shell.updateReady'))
  actor.program.offerUpdate()
  await actor.presses(t('shell.updateReady'))
  expect(actor.program.calls.map(({ name }) => name)).toContain('applyUpdate')
})

test('without Intl figures and plurals are written as the language writes them', async () => {
  const { actor } = await shortDay({ noIntl: true })
  const french = textsOf('fr-FR')
  await actor.open('/pages/set/set')
  await actor.presses(beginning(t('settings.language')))
  await actor.presses('Français', 'radio')
  await actor.sees(french('settings.display'))
  await actor.open('/pages/index/index')
  // 10,000.00 less the stake, grouped by a narrow space, with a decimal comma.
  await actor.sees(/9\s900,00$/)
  await actor.open('/pages/order/order')
  await actor.sees(french('orders.holdings', { count: 1 }))
})

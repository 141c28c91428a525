import { placesByTicket } from '../e2e/placing'
import { containing, textsOf } from '../e2e/texts'
import { pause } from '../support/until'
import { startAsMember } from './member'
import type { WeappActor } from './rig/actor'
import { stopAll } from './start'

const t = textsOf('zh-CN')
afterEach(stopAll)

const MEASURED_MS = 8_000
/** Calls of setData a second for the page in front, with one order running: prices, its second, and its outcome. */
const CALLS_MAX = 5

/** Calls and bytes a second, for the page in front and for those that nobody sees. */
async function measure({ program }: WeappActor) {
  const { updates } = program.pages
  updates.length = 0
  await pause(MEASURED_MS)
  const [shown, hidden] = [updates.filter((one) => !one.isHidden), updates.filter((one) => one.isHidden)]
  const bytes = shown.reduce((sum, one) => sum + one.bytes, 0)
  const aSecond = (count: number) => (count * 1_000) / MEASURED_MS
  return { shown: aSecond(shown.length), hidden: aSecond(hidden.length), bytes: aSecond(bytes) }
}

test('a page that is covered sends nothing, the one in front little, and the covered one is up to date when it shows', async () => {
  const { actor } = await startAsMember()
  await actor.open('/pages/product/product')
  await actor.presses(containing('BTC/USDT'))
  await actor.presses(containing(t('trade.buyUp')))
  await placesByTicket(actor, t)
  await actor.seesNoMore(t('trade.placed'))
  const figures = await measure(actor)
  expect(figures).toMatchObject({ hidden: 0 })
  expect(figures.shown).toBeLessThanOrEqual(CALLS_MAX)

  const { pages } = actor.program
  const row = () => actor.reads('button', containing('BTC/USDT'))
  await pages.navigateBack()
  const first = await row()
  await actor.until('news of the row', () =>
    pages.updates.some(({ route }) => route === 'pages/product/product') ? true : undefined,
  )
  const second = await row()
  expect(second).not.toBe(first)
})

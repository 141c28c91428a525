import { containing, textsOf } from '../e2e/texts'
import { pause } from '../support/until'
import { startAsMember } from './member'
import type { WeappActor } from './rig/actor'
import { allBelow } from './rig/tree'
import type { Element } from './rig/wxml'
import { stopAll } from './start'

const t = textsOf('zh-CN')
afterEach(stopAll)

/** Drawn pixels of the rig's phone per point. */
const RATIO = 3
const WINDOW = { width: 393, height: 852, statusBar: 54, row: 40, homeIndicator: 34 }

const classOf = ({ attributes }: Element) => String(attributes.class ?? '')
const canvasIn = ({ program }: WeappActor) => allBelow(program.pages.tree()).find(({ tag }) => tag === 'canvas')
const drawnHeight = (actor: WeappActor) => {
  const canvas = actor.program.canvases.get(String(canvasIn(actor)?.attributes.id))
  return canvas && (canvas.node as { height: number }).height / RATIO
}
/** Height of the chart, or of the room that waits for it, in the style of the page. */
function heightInStyle({ program }: WeappActor): string | undefined {
  const chart = allBelow(program.pages.tree()).find((one) => classOf(one).split(' ').includes('price-chart'))
  const styles = chart ? allBelow(chart).map(({ attributes }) => String(attributes.style ?? '')) : []
  return styles.map((style) => /height: ?([\d.]+rpx)/.exec(style)?.[1]).find(Boolean)
}

async function openProduct() {
  const { actor } = await startAsMember()
  const heights = new Set<string>()
  const look = () => {
    const height = heightInStyle(actor)
    if (height !== undefined) heights.add(height)
  }
  const opened = actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
  const looking = setInterval(look, 1)
  await opened
  await actor.until('the drawn chart', () => drawnHeight(actor))
  clearInterval(looking)
  return { actor, heights }
}

test('the chart takes what the bars leave, from the first moment, and what the buttons leave in full screen', async () => {
  const { actor, heights } = await openProduct()
  // Nothing below moves when the chart comes.
  expect([...heights]).toHaveLength(1)
  const usual = drawnHeight(actor) ?? 0
  expect(usual).toBeGreaterThan(WINDOW.height * 0.35)

  await actor.presses(t('chart.full'))
  const free = WINDOW.height - WINDOW.statusBar - WINDOW.row - WINDOW.homeIndicator
  await actor.until('a canvas of the whole window', () => ((drawnHeight(actor) ?? 0) > usual ? true : undefined))
  // The intervals are above it, and the buttons of both directions below.
  expect(drawnHeight(actor)).toBeGreaterThan(free - 160)
  expect(drawnHeight(actor)).toBeLessThan(free - 120)
  await actor.presses(t('common.close'))
  await actor.until('the usual size', () => (drawnHeight(actor) === usual ? true : undefined))
})

test('a finger that goes up or down scrolls the page under the chart; one that goes sideways moves the chart', async () => {
  const { actor } = await openProduct()
  const { program } = actor
  const holds = () => canvasIn(actor)?.attributes['disable-scroll'] === true
  const touch = async (type: string, x: number, y: number) => {
    const canvas = canvasIn(actor)
    if (canvas) program.fire(canvas, type, {}, { touches: [{ identifier: 1, x, y }] })
    await pause(20)
  }
  await actor.presses(containing('1m'), 'tab')
  await actor.until('the canvas of the candles', () => drawnHeight(actor))
  expect(holds()).toBe(false)
  await touch('touchstart', 100, 100)
  await touch('touchmove', 102, 130)
  await touch('touchmove', 160, 160)
  expect(holds()).toBe(false)
  await touch('touchend', 160, 160)

  await touch('touchstart', 100, 100)
  await touch('touchmove', 130, 102)
  await actor.until('the page is held', () => (holds() ? true : undefined))
  await touch('touchend', 130, 102)
  await actor.until('the page is free', () => (holds() ? undefined : true))
})

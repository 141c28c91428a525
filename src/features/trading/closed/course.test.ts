import { TICKS } from '../../../../test/client/receipts'
import { createFakeContext } from '../../../components/chart/fakeContext'
import { chartColors } from '../chart/colors'
import { courseSceneOf, nearestPoint, pointInForce } from './courseScene'
import { type CourseContent, drawCourse, placeAt } from './drawCourse'

const WIDTH = 400
const HEIGHT = 136
const MARK_HEIGHT = 6
const colors = chartColors('light', 'green')
const sceneOf = () => {
  const scene = courseSceneOf(TICKS, 2, 4)
  if (!scene) throw new Error('no scene')
  return scene
}

function draw(changes: Partial<CourseContent> = {}) {
  const fake = createFakeContext()
  const scene = sceneOf()
  const usual = {
    scene,
    whole: true,
    direction: 'up' as const,
    colors,
    pointed: undefined,
    readout: '',
    playing: false,
  }
  drawCourse({ context: fake.context, width: WIDTH, height: HEIGHT, ratio: 1 }, { ...usual, ...changes })
  return fake
}
const marksOf = ({ calls }: ReturnType<typeof draw>) =>
  calls.filter(([name, , , , height]) => name === 'fillRect' && height === MARK_HEIGHT).map(([, x]) => x)
/** The colors of the two sides, above the entry first. */
const sidesOf = ({ calls }: ReturnType<typeof draw>) =>
  calls.flatMap(([name, value], index) => (name === 'strokeStyle' && calls[index - 1]?.[0] === 'lineTo' ? [value] : []))

test('the entry and the exit have their places, whatever lies around them', () => {
  expect(sceneOf().points.map(({ at }) => Math.round(at * 100))).toEqual([-9, 0, 49, 100, 113])
  expect(courseSceneOf(TICKS, 2, null)).toBeUndefined()
  expect(placeAt(WIDTH / 10, WIDTH)).toBeCloseTo(0)
  expect(placeAt(WIDTH * 0.9, WIDTH)).toBeCloseTo(1)
})

test('a finger reads only prices that decided, the nearest; a replay the one in force', () => {
  const scene = sceneOf()
  const places = [-1, 0.3, 0.7, 0.8, 2]
  expect(places.map((at) => nearestPoint(scene, at))).toEqual([1, 2, 2, 3, 3])
  expect(places.map((at) => pointInForce(scene, at))).toEqual([1, 1, 2, 2, 3])
})

test('each price that decided has its mark, and none is drawn where prices are left out', () => {
  expect(marksOf(draw())).toHaveLength(3)
  expect(marksOf(draw({ whole: false }))).toEqual([])
})

test('above the entry an order up is ahead, and an order down behind', () => {
  expect(sidesOf(draw())).toEqual([colors.up, colors.down])
  expect(sidesOf(draw({ direction: 'down' }))).toEqual([colors.down, colors.up])
})

test('the price that is asked for stands in a bubble; while the course plays the exit is not there yet', () => {
  const exitOf = ({ calls }: ReturnType<typeof draw>) =>
    calls.some(([name, , , radius]) => name === 'arc' && radius === 6)
  expect(draw().texts()).toEqual([])
  const playing = draw({ pointed: 2, readout: '#3 · 100.5', playing: true })
  expect(playing.texts()).toEqual(['#3 · 100.5'])
  expect(exitOf(draw())).toBe(true)
  expect(exitOf(playing)).toBe(false)
})

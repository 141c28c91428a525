import { createFakeContext } from '../../../components/chart/fakeContext'
import { shapeOf } from './figures'
import { drawPeriodCard, type PeriodCardContent } from './periodCard'

const curve = ['12.50', '-5.00', '20.00'].map((net, index) => ({ at: '2026-11-20T12:00:00Z', orders: index + 1, net }))
const content: PeriodCardContent = {
  brand: 'Fairtick',
  notice: 'Simulated market · demo funds',
  figure: '40 of 64',
  terms: '7 days · break-even 55%',
  ...shapeOf(curve),
  verified: '66 of 66 verified on this device',
  luck: 'This could still be luck.',
  address: 'fairtick.example',
}

test('the course keeps its shape and loses its amounts', () => {
  expect(shapeOf(curve)).toEqual({
    points: [
      { x: 0, y: 80 },
      { x: 33.3, y: 30 },
      { x: 66.7, y: 100 },
      { x: 100, y: 0 },
    ],
    zero: 80,
  })
  expect(shapeOf([])).toEqual({ points: [{ x: 0, y: 0 }], zero: 0 })
})

test('each text is on the picture, and nothing else', () => {
  const fake = createFakeContext()
  // Its measures are those of a context that knows gradients.
  Object.assign(fake.context, { createLinearGradient: () => ({ addColorStop: () => undefined }) })
  drawPeriodCard(fake.context, content)
  const { points: _points, zero: _zero, ...texts } = content
  expect(fake.texts().sort()).toEqual(Object.values(texts).sort())
})

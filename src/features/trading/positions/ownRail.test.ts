import { NOON, orderOf, wonOrderOf } from '../../../../test/client/factories'
import { inRail } from './OwnOrders'

const at = (ms: number) => new Date(NOON + ms).toISOString()

test('a result stays in the place of its order at first, and then makes way for the orders that run', () => {
  const running = orderOf({ id: 'runs', expiresAt: at(90_000) })
  const [fresh, older] = [
    wonOrderOf({ id: 'fresh', closedAt: at(30_000) }),
    wonOrderOf({ id: 'older', closedAt: at(-60_000) }),
  ]
  const own = { symbol: 'BTCUSDT', held: [running], closed: [fresh, older], isUnclear: false }
  expect(inRail(own, NOON + 31_000).map(({ id }) => id)).toEqual(['fresh', 'runs', 'older'])
  expect(inRail(own, NOON + 60_000).map(({ id }) => id)).toEqual(['runs', 'fresh', 'older'])
})

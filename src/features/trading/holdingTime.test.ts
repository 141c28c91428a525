import { orderOf } from '../../../test/client/factories'
import { holdingTime } from './holdingTime'

const ENTRY = Date.parse('2026-11-20T14:02:00.200Z')
const at = (ms: number) => new Date(ENTRY + ms).toISOString()
const ran = { entryAt: at(0), expiresAt: at(30_000) }

test.each([
  ['30 s, however late it was accepted and booked', ran, undefined, '0:30'],
  ['5 min', { ...ran, expiresAt: at(300_000) }, undefined, '5:00'],
  ['void, with an entry', { ...ran, status: 'void', closedAt: at(57_000) }, undefined, '0:30'],
  ['void, without an entry', { entryAt: null, expiresAt: null, status: 'void', closedAt: at(5_000) }, undefined, '–'],
  ['under way, in whole seconds that have passed', ran, ENTRY + 12_999, '0:12'],
  ['over, its result is on the way', ran, ENTRY + 33_000, '0:30'],
] as const)('an order of %s', (_, changes, now, text) => {
  expect(holdingTime(orderOf(changes), now)).toBe(text)
})

import { screen } from '@testing-library/react'
import { unfixedMs } from '../../../../proof/window'
import { renderScreen } from '../../../../test/client/screens'
import { startI18n } from '../../../i18n'
import { TimeNote } from './TimeNote'

beforeAll(() => startI18n('en-US'))

/** Heads of which each says up to when prices were complete. */
const windowOf = (...heads: [at: number, through: number][]) =>
  ({
    window: [{ heads: heads.map(([at, through]) => ({ at, through })), path: [] }],
  }) as unknown as Parameters<typeof unfixedMs>[0]

test('prices that could still be chosen for longer than heads take are told, with the seconds', () => {
  const waited = unfixedMs(windowOf([1_000, 900], [6_000, 5_900], [18_500, 18_400]))
  expect(waited).toBe(12_600)
  renderScreen(<TimeNote tied="device" unfixedMs={waited} />)
  expect(screen.getByText(/^For 13 seconds, the prices of this order weren’t sealed yet/)).toBeInTheDocument()
})

test('heads some seconds apart are nothing to tell, and between two samples nothing is known', () => {
  expect(unfixedMs(windowOf([1_000, 900], [6_000, 5_900]))).toBe(5_100)
  const [first, second] = [windowOf([1_000, 900]), windowOf([90_000, 89_900])]
  expect(unfixedMs({ window: [...first.window, ...second.window] })).toBe(0)
  renderScreen(<TimeNote tied={undefined} unfixedMs={5_100} />)
  expect(screen.queryByText(/could still have chosen/)).not.toBeInTheDocument()
})

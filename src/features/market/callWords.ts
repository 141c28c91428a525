import type { ShownResult } from '../../../contract/shownResult'
import type { useT } from '../../i18n'

const CALLS = {
  up: { sign: '▲', way: 'guess.higher', won: 'check.upWon', lost: 'check.upLost' },
  down: { sign: '▼', way: 'guess.lower', won: 'check.downWon', lost: 'check.downLost' },
} as const

/** The call, and whether it was right: the words of a `CheckCard` that differ from result to result. */
export function callWords(
  t: ReturnType<typeof useT>,
  { direction, status }: Pick<ShownResult, 'direction' | 'status'>,
) {
  const { sign, way, won, lost } = CALLS[direction]
  const call = { won, lost, tie: 'check.equal', void: 'check.noResult' } as const
  return { way: `${sign} ${t(way)}`, call: t(call[status]) }
}

/** Of a simulated market, the operator knows the prices beforehand. */
export const termsWords = (t: ReturnType<typeof useT>, isSimulated: boolean): string =>
  t(isSimulated ? 'check.terms' : 'check.signed')

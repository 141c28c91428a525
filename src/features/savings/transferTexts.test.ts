import { savingsOf } from '../../../test/client/factories'
import type { T } from '../../i18n/keys'
import { problemText, refusalText } from './transferTexts'

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as T
const number = (text: string) => text

test('what is left of the day to transfer out is hidden with the balances, a limit that holds for all is not', () => {
  const texts = (own: (text: string) => string) => [
    problemText('aboveDay', 'out', savingsOf({ transferOutLeft: '4321.00' }), t, { number, own }),
    refusalText({ code: 'daily_limit_reached', details: { remaining: '4321.00' } }, t, { number, own }),
    problemText('tooLow', 'in', savingsOf({ depositMinimum: '10.00' }), t, { number, own }),
  ]
  expect(texts((text) => text).filter((text) => text.includes('4321.00'))).toHaveLength(2)
  const hidden = texts(() => '••••')
  expect(hidden.join(' ')).not.toContain('4321')
  expect(hidden[2]).toContain('10.00')
})

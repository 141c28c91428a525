import { moneyText, parseMoney } from './money'
import { breakEvenIn100, outcomeIfEndedNow, previewPayout } from './payout'

function preview(stake: string, rateBp: number) {
  const amount = parseMoney(stake, 2)
  if (!amount) throw new Error('Not a stake')
  const { profit, payout, loss, tie } = previewPayout(amount, rateBp)
  return [profit, payout, loss, tie].map(moneyText)
}

describe('previewPayout', () => {
  it.each([
    ['100.00', 8200, ['82.00', '182.00', '-100.00', '0.00']],
    ['1.00', 7500, ['0.75', '1.75', '-1.00', '0.00']],
    ['33.33', 8500, ['28.33', '61.66', '-33.33', '0.00']],
    ['999999.00', 8800, ['879999.12', '1879998.12', '-999999.00', '0.00']],
    ['0.01', 8200, ['0.00', '0.01', '-0.01', '0.00']],
  ])('%s at %s basis points', (stake, rateBp, expected) => {
    expect(preview(stake, rateBp)).toEqual(expected)
  })
})

describe('outcomeIfEndedNow', () => {
  const order = { direction: 'up' as const, entryPrice: '68390.1', stake: '100.00', payout: '182.00' }
  const read = (direction: 'up' | 'down', price: string) => {
    const outcome = outcomeIfEndedNow({ ...order, direction }, price)
    return outcome && [outcome.status, moneyText(outcome.profitLoss)]
  }

  it('follows the direction', () => {
    expect(read('up', '68390.2')).toEqual(['won', '82.00'])
    expect(read('up', '68390.0')).toEqual(['lost', '-100.00'])
    expect(read('down', '68390.0')).toEqual(['won', '82.00'])
    expect(read('down', '68390.2')).toEqual(['lost', '-100.00'])
  })

  it('is a tie at the same price, however it is written', () => {
    expect(read('up', '68390.1')).toEqual(['tie', '0.00'])
    expect(read('down', '68390.10')).toEqual(['tie', '0.00'])
  })

  it('sees the last of many digits', () => {
    const close = { ...order, entryPrice: '9007199254740993.000000000001' }
    expect(outcomeIfEndedNow(close, '9007199254740993.000000000002')?.status).toBe('won')
  })

  it('knows nothing before the entry tick', () => {
    expect(outcomeIfEndedNow({ ...order, entryPrice: null }, '1')).toBeUndefined()
  })
})

test.each([
  [7500, 58],
  [8200, 55],
  [8800, 54],
  [10_000, 50],
])('at a rate of %i basis points a user must be right %i times in 100, rounded up', (rate, times) => {
  expect(breakEvenIn100(rate)).toBe(times)
  // At that many the balance has not fallen; at one less it has.
  expect(times * rate).toBeGreaterThanOrEqual((100 - times) * 10_000)
  expect((times - 1) * rate).toBeLessThan((100 - times + 1) * 10_000)
})

import { withdrawalTermsOf } from '../../../test/client/factories'
import { mostOf, nextDayMs, obstacleOf, remedyOf, summarise, validate } from './withdrawForm'

const NOW = Date.parse('2026-03-04T10:00:00Z')
const terms = withdrawalTermsOf()
const problemOf = (amountText: string) => validate({ amountText }, terms, 2)

test('each problem with an amount comes with an amount that would do', () => {
  const remedies = ['900', '10', '600', '400'].map((amountText) => {
    const problem = problemOf(amountText)
    return [problem, problem && remedyOf(problem, terms, 2)]
  })
  expect(remedies).toEqual([
    ['insufficient', '300.00'],
    ['tooLow', '50.00'],
    ['tooHigh', '300.00'],
    ['dailyLimit', '300.00'],
  ])
  expect(problemOf('')).toBe('empty')
  expect(remedyOf('empty', terms, 2)).toBeUndefined()
})

test('no amount is offered where none would do', () => {
  expect(remedyOf('tooLow', { ...terms, available: '20.00' }, 2)).toBeUndefined()
})

test('a balance below the minimum and a day that is used up are said before anything is typed', () => {
  expect(obstacleOf(terms, NOW, 2, true)).toBeUndefined()
  expect(obstacleOf({ ...terms, available: '49.99' }, NOW, 2, true)).toBe('belowMinimum')
  expect(obstacleOf({ ...terms, dailyRemaining: '49.99' }, NOW, 2, true)).toBe('dayUsedUp')
  expect(obstacleOf({ ...terms, available: '0.00', verified: false }, NOW, 2, true)).toBe('notVerified')
})

test('what staff have stopped comes before everything but the books', () => {
  expect(obstacleOf({ ...terms, stopped: 'own_wish', verified: false }, NOW, 2, true)).toBe('stopped')
  expect(obstacleOf({ ...terms, stopped: 'own_wish', frozen: true }, NOW, 2, true)).toBe('frozen')
})

test('a hold and a missing second factor stop everything until they are over', () => {
  const hold = { reason: 'new_device', until: '2026-03-05T10:00:00Z' } as const
  expect(obstacleOf({ ...terms, hold }, NOW, 2, true)).toBe('held')
  expect(obstacleOf({ ...terms, hold }, Date.parse(hold.until), 2, true)).toBeUndefined()
  expect(obstacleOf({ ...terms, hold, secondFactorMissing: true }, NOW, 2, true)).toBe('noFactor')
})

test('an account in another name comes before everything that passes by itself', () => {
  expect(obstacleOf({ ...terms, payeeDiffers: true, secondFactorMissing: true }, NOW, 2, true)).toBe('payeeDiffers')
})

test('who has only a passkey needs a device that can sign with it', () => {
  const only = { ...terms, secondFactorNeeded: true, hasPasskeys: true }
  expect(obstacleOf(only, NOW, 2, true)).toBeUndefined()
  expect(obstacleOf(only, NOW, 2, false)).toBe('noFactor')
  expect(obstacleOf({ ...only, takesCode: true }, NOW, 2, false)).toBeUndefined()
})

test('a last rest below the minimum leaves whole, and costs nothing', () => {
  const last = { ...terms, available: '9.99', rest: '9.99' }
  expect(obstacleOf(last, NOW, 2, true)).toBeUndefined()
  expect([validate({ amountText: '9.99' }, last, 2), validate({ amountText: '9.98' }, last, 2)]).toEqual([
    undefined,
    'tooLow',
  ])
  expect(remedyOf('tooLow', last, 2)).toBe('9.99')
  expect(summarise({ amountText: '9.99' }, last, 2)).toEqual({ amount: '9.99', fee: '0.00', received: '9.99' })
})

test('the daily limit begins again at midnight UTC', () => {
  expect(new Date(nextDayMs(NOW)).toISOString()).toBe('2026-03-05T00:00:00.000Z')
})

test('the most that can be withdrawn is never more than a field takes', () => {
  expect(mostOf({ ...terms, available: '2000000.00', maximum: '2000000.00', dailyRemaining: '2000000.00' }, 2)).toBe(
    '999999.00',
  )
})

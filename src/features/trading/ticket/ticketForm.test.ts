import { productOf } from '../../../../test/client/factories'
import { AGREED } from '../../../../test/client/house'
import { moneyText } from '../../../domain/money'
import { openTicket, reduce, summarise, type TicketForm, toRequest, validate } from './ticketForm'

const TERMS = productOf()
const USD = { code: 'USD', scale: 2 }
const form = (overrides: Partial<TicketForm> = {}): TicketForm => ({ ...openTicket(TERMS, 'up'), ...overrides })

test('opens with a minute and the first preset, and keeps earlier choices', () => {
  expect(form()).toEqual({ direction: 'up', durationSeconds: 60, stakeText: '100' })
  const earlier = form({ durationSeconds: 30, stakeText: '7' })
  expect(openTicket(TERMS, 'down', earlier)).toEqual({ ...earlier, direction: 'down' })
})

test('opens with the duration that was chosen last, where the product has it', () => {
  expect(openTicket(TERMS, 'up', undefined, 30).durationSeconds).toBe(30)
  expect(openTicket(TERMS, 'up', undefined, 31).durationSeconds).toBe(60)
})

test('shows what the three ends bring, rounded down', () => {
  const { preview } = summarise(form({ stakeText: '0.99' }), TERMS, 2)
  expect(preview && [preview.profit, preview.payout, preview.loss, preview.tie].map(moneyText)).toEqual([
    '0.81',
    '1.80',
    '-0.99',
    '0.00',
  ])
})

test.each([
  ['', '1000.00', 'empty'],
  ['0.99', '1000.00', 'tooLow'],
  ['1000.01', '1000.00', 'insufficient'],
  ['1000', '1000.00', undefined],
  ['5000', undefined, undefined],
] as const)('an amount of "%s" with %s available: %s', (stakeText, available, problem) => {
  expect(validate(form({ stakeText }), TERMS, 2, available)).toBe(problem)
})

test('a countdown that is no longer offered stands against the order', () => {
  expect(validate(form({ durationSeconds: 180 }), TERMS, 2, '1000.00')).toBe('durationGone')
  expect(toRequest(form({ durationSeconds: 180 }), productOf(), USD)).toBeUndefined()
})

test('the request carries the rate that was shown, and all that the page says of the order', () => {
  expect(toRequest(form({ direction: 'down', stakeText: '12.' }), productOf(), USD)).toEqual({
    symbol: 'BTCUSDT',
    direction: 'down',
    stake: '12.00',
    durationSeconds: 60,
    earningsRateBp: 8200,
    agreed: AGREED,
  })
})

test.each([
  ['100', true, '500'],
  ['100', false, '1'],
  ['1', false, '1'],
  ['250', true, '500'],
  ['999999', true, '999999'],
  ['', true, '100'],
])('a step from %s (up: %s) leads to %s', (stakeText, up, next) => {
  const form = { ...openTicket(productOf(), 'up'), stakeText }
  expect(reduce(form, { type: 'step', up }, productOf()).stakeText).toBe(next)
})

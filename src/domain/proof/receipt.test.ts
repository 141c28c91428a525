import nacl from 'tweetnacl'
import { NOON } from '../../../test/client/factories'
import { acceptanceOf, headOf, receiptOf, signed, TICKS } from '../../../test/client/receipts'
import { historyProblem } from './heads'
import { checkReceipt, termsProblems } from './receipt'
import { comparePrices } from './rule'
import { stripOf } from './strip'

test('a receipt that holds has no problem, and the rule finds its result', () => {
  const { problems, verdict, whole } = checkReceipt(receiptOf())
  expect(problems).toEqual([])
  expect(whole).toBe(true)
  expect(verdict).toMatchObject({ status: 'won', entry: TICKS[1], exit: TICKS[3] })
})

test.each([
  [{ status: 'lost', profitLoss: '-10000' }, ['profitLoss', 'status']],
  [{ entryPrice: '100.4' }, ['entryPrice']],
  [{ exitSequence: 5, exitAt: TICKS[4]?.at, exitPrice: '90.0' }, ['exitAt', 'exitPrice', 'exitSequence']],
  [{ profitLoss: '7501' }, ['profitLoss']],
  [{ payout: '99999' }, ['payout']],
  [{ closedAt: NOON + 30_199 }, ['closed_early']],
  [{ source: 'okx,binance' }, ['source', 'source', 'source']],
] as const)('a log that settled %j does not follow the rule', (changes, fields) => {
  // The settlement log holds it: the house itself would have cheated.
  const { problems } = checkReceipt(receiptOf(changes))
  expect(problems.map((problem) => (problem.kind === 'field' ? problem.field : problem.kind)).sort()).toEqual(fields)
})

test('terms that differ from those that this device was given are named; a forged acceptance is none', () => {
  const receipt = receiptOf()
  const { order } = receipt
  const kept = (changes: object) => {
    const { entrySequence: _, ...terms } = { ...order, ...changes }
    return { terms, ...acceptanceOf(terms) }
  }
  expect(termsProblems(kept({}), receipt)).toEqual([])
  expect(termsProblems(kept({ direction: 'down' }), receipt)).toEqual([{ kind: 'terms_changed', field: 'direction' }])
  expect(termsProblems({ ...kept({}), signature: '00'.repeat(64) }, receipt)).toEqual([{ kind: 'acceptance' }])
})

test('a head that was fixed after the settlement, or does not reach the deciding price, is named', () => {
  const good = receiptOf()
  for (const fixed of [headOf(1, TICKS.slice(0, 4), []), headOf(1, TICKS.slice(0, 4), ['x'], good.fixed.at + 90_000)])
    expect(checkReceipt({ ...good, fixed }).problems.map((problem) => problem.kind)).toContain('not_fixed_before')
})

test('another key, the same number twice and a wrong order are problems of history', () => {
  const { fixed, head, consistency } = receiptOf()
  expect(historyProblem(fixed, head, consistency)).toBeUndefined()
  const stranger = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(9))
  const { signature: _, publicKey: __, ...facts } = head
  expect(historyProblem(fixed, signed(facts, stranger), consistency)).toEqual({ kind: 'key_changed' })
  expect(historyProblem(head, fixed, consistency)).toEqual({ kind: 'order' })
  const twin = headOf(2, TICKS.slice(0, 4), [])
  expect(historyProblem(head, twin, consistency)).toEqual({ kind: 'order' })
  const sameTime = signed({ ...facts, settlementRoot: '11'.repeat(32) })
  expect(historyProblem(head, sameTime, consistency)).toEqual({ kind: 'same_number_differs' })
})

test('prices compare by value, however they are written', () => {
  expect(comparePrices('100.0', '100.00')).toBe(0)
  expect(comparePrices('9.9', '10')).toBeLessThan(0)
  expect(comparePrices('100.01', '100.001')).toBeGreaterThan(0)
  expect(comparePrices('0.00000001', '0')).toBeGreaterThan(0)
})

test('the strip runs over time from the first price to the last, with both marks on it', () => {
  const strip = stripOf(TICKS, 2, 4)
  expect(strip?.path.startsWith('M8 ')).toBe(true)
  expect(strip?.entry?.x).toBeLessThan(strip?.exit?.x ?? 0)
  expect(strip?.entry?.y).toBeGreaterThan(strip?.exit?.y ?? 0)
  expect(stripOf(TICKS.slice(0, 1), 1, 1)).toBeUndefined()
  const long = Array.from({ length: 2_000 }, (_, index) => ({
    ...TICKS[0],
    sequence: index + 1,
    at: index,
    price: '1',
  }))
  expect(stripOf(long as typeof TICKS, 7, 1_999)?.path.split('L').length).toBeLessThan(260)
})

test('terms that nothing can be computed with are a wrong format, not a crash', () => {
  for (const changes of [{ stake: 'ten' }, { stake: '-1000' }, { earningsRateBp: 0.5 }]) {
    expect(checkReceipt(receiptOf(changes)).problems).toEqual([{ kind: 'format' }])
  }
})

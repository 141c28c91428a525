import nacl from 'tweetnacl'
import { NOON } from '../test/client/factories'
import { acceptanceOf, headOf, receiptOf, rememberedOf, TICKS, withHeads } from '../test/client/receipts'
import { verifies } from './ed25519'
import { historyProblem } from './heads'
import { checkReceipt, checkReceiptInTasks, termsProblems } from './receipt'
import { comparePrices } from './rule'
import { acceptanceText } from './texts'

// As it is, and counted.
jest.mock('./ed25519', () => {
  const real = jest.requireActual<typeof import('./ed25519')>('./ed25519')
  return { ...real, verifies: jest.fn(real.verifies) }
})

test('a receipt that holds has no problem, and the rule finds its result', () => {
  const { problems, verdict, whole } = checkReceipt(receiptOf())
  expect(problems).toEqual([])
  expect(whole).toBe(true)
  expect(verdict).toMatchObject({ status: 'won', entry: TICKS[1], exit: TICKS[3] })
})

test('in tasks a receipt is checked alike, and no task verifies more than one signature', async () => {
  const verify = jest.mocked(verifies)
  verify.mockClear()
  const counts: number[] = []
  const found = await checkReceiptInTasks(receiptOf(), async () => {
    counts.push(verify.mock.calls.length)
    verify.mockClear()
  })
  counts.push(verify.mock.calls.length)
  expect(found).toEqual(checkReceipt(receiptOf()))
  // The signatures of the checkpoint, of the device that asked, and of the acceptance.
  expect(counts.filter((count) => count > 0)).toEqual([1, 1, 1])
})

test.each([
  [{ status: 'lost', profitLoss: '-10000' }, ['profitLoss', 'status']],
  [{ entryPrice: '100.4' }, ['entryPrice']],
  [{ exitSequence: 5, exitAt: TICKS[4]?.at, exitPrice: '90.0' }, ['exitAt', 'exitPrice', 'exitSequence']],
  [{ profitLoss: '7501' }, ['profitLoss']],
  [{ payout: '99999' }, ['payout']],
  [{ closedAt: NOON + 8_199 }, ['closed_early', 'closed_order']],
  [{ source: 'okx,binance' }, ['source', 'source', 'source']],
  [{ instrument: 'BTC-USDT-SWAP' }, ['source', 'source', 'source']],
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
  const orders = [acceptanceText(good.order)]
  const heads = [
    headOf(2, TICKS.slice(0, 4), { orders }),
    headOf(2, TICKS.slice(0, 4), { orders, settlements: ['x'] }, good.fixed.at + 90_000),
  ]
  for (const fixed of heads)
    expect(checkReceipt(withHeads(good, { fixed })).problems.map(({ kind }) => kind)).toContain('not_fixed_before')
})

test('heads that are not in the log, or under the wrong signature, are named', () => {
  const good = receiptOf()
  const kinds = (receipt: unknown) => checkReceipt(receipt).problems.map(({ kind }) => kind)
  const stranger = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(9))
  expect(kinds({ ...good, head: { ...good.head, at: good.head.at + 1 } })).toEqual(['heads'])
  expect(kinds({ ...good, accepted: { ...good.accepted, at: good.accepted.at - 1 } })).toEqual(['heads', 'window'])
  expect(kinds({ ...good, publicKey: withHeads(good, {}, stranger).publicKey })).toContain('checkpoint')
  expect(kinds(withHeads(good, {}, stranger))).toEqual(['acceptance'])
  expect(kinds({ ...good, checkpoint: `${good.checkpoint}\n` })).toEqual(['checkpoint'])
})

test('what a device has seen of the log has to go on', () => {
  const seen = rememberedOf(receiptOf())
  const paths = { ...receiptOf().consistency, heads: [] }
  const same = {
    products: seen.head.products.map(({ symbol }) => ({ symbol, path: [] })),
    logs: seen.head.logs.filter(({ name }) => name !== 'results').map(({ name }) => ({ name, path: [] })),
  }
  expect(historyProblem(seen, seen, { ...same, heads: [] })).toBeUndefined()
  expect(historyProblem(seen, { ...seen, root: '11'.repeat(32) }, paths)).toEqual({ kind: 'heads_rewritten' })
  expect(historyProblem({ ...seen, head: { ...seen.head, number: 9 } }, seen, paths)).toEqual({ kind: 'order' })
  const logs = [...same.logs].reverse()
  expect(historyProblem(seen, seen, { ...same, logs, heads: [] })).toEqual({ kind: 'logs_rewritten' })
})

test('prices compare by value, however they are written', () => {
  expect(comparePrices('100.0', '100.00')).toBe(0)
  expect(comparePrices('9.9', '10')).toBeLessThan(0)
  expect(comparePrices('100.01', '100.001')).toBeGreaterThan(0)
  expect(comparePrices('0.00000001', '0')).toBeGreaterThan(0)
})

test('the exit is the last tick in the order of the log, whatever number a changed one has', () => {
  const receipt = receiptOf()
  const ranges = receipt.ranges.map((range) => ({
    ...range,
    ticks: range.ticks.map((tick, index) => (index === 2 ? { ...tick, sequence: 1_000 } : tick)),
  }))
  const changed = checkReceipt({ ...receipt, ranges })
  expect(changed.problems.map(({ kind }) => kind)).toContain('tick_order')
  expect(changed.verdict?.exit?.sequence).not.toBe(1_000)
})

test('terms that nothing can be computed with are a wrong format, not a crash', () => {
  for (const changes of [{ stake: 'ten' }, { stake: '-1000' }, { earningsRateBp: 0.5 }]) {
    expect(checkReceipt(receiptOf(changes)).problems).toEqual([{ kind: 'format', newer: false }])
  }
})

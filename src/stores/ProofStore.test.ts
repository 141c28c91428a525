import type { OrderTerms, Receipt, ReceiptOrder } from '../../contract/proof'
import { headLeaf, productsRoot, type RememberedHead } from '../../proof/heads'
import { TERM_FIELDS } from '../../proof/texts'
import { type Answers, answered, refused } from '../../test/client/http'
import { checkedOf, ORDER_ID, setUpProof as setUp } from '../../test/client/proofStore'
import { acceptanceOf, askedOf, headOf, receiptOf, rememberedOf, shownOrderOf, TICKS } from '../../test/client/receipts'

/** The terms of an order alone. */
const termsOf = (order: ReceiptOrder) =>
  Object.fromEntries(TERM_FIELDS.map((field) => [field, order[field]])) as unknown as OrderTerms
const OTHER_ID = '019aa1b2-0000-7000-8000-00000000ffff'

test('the first receipt is checked, and its head is remembered', async () => {
  const { store, memory } = setUp()
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([])
  expect(checkedOf(store)?.history).toBeUndefined()
  expect(memory.head?.head.number).toBe(3)
})

/** The head before the receipt's, as this device would have it, and the paths from there. */
function seenBefore(receipt: Receipt, ticks = TICKS.slice(0, 4)) {
  const head = { ...receipt.fixed, products: headOf(1, ticks).products.map((each) => ({ ...each, through: 0 })) }
  // Two heads are a whole subtree, so the path holds the third.
  const root = receipt.heads.head[0] ?? ''
  const known: RememberedHead = { head, root, publicKey: receipt.publicKey }
  const heads = [headLeaf(receipt.head, productsRoot(receipt.head))]
  return { known, answer: { from: head, to: receipt.head, ...receipt.consistency, heads } }
}

test('a history that goes on from what this device has seen is taken; a rewritten one shows and is not remembered', async () => {
  const receipt = receiptOf()
  const { known, answer } = seenBefore(receipt)
  const answers = { getConsistency: answered(answer) }
  const honest = setUp(answers)
  honest.memory.head = known
  await honest.store.open(ORDER_ID)
  expect(checkedOf(honest.store)?.history).toBeUndefined()
  expect(honest.memory.head?.head.number).toBe(3)

  const other = seenBefore(receipt, [...TICKS.slice(0, 3), { ...TICKS[3], price: '55.5' } as (typeof TICKS)[number]])
  const changes: [RememberedHead, object][] = [
    [other.known, { kind: 'prices_rewritten', symbol: 'BTCUSDT' }],
    [{ ...known, root: '11'.repeat(32) }, { kind: 'heads_rewritten' }],
    [{ ...rememberedOf(receipt), root: '11'.repeat(32) }, { kind: 'heads_rewritten' }],
    [{ ...known, publicKey: '11'.repeat(32) }, { kind: 'key_changed' }],
  ]
  for (const [head, problem] of changes) {
    const forked = setUp(answers)
    forked.memory.head = head
    await forked.store.open(ORDER_ID)
    expect(checkedOf(forked.store)?.history).toEqual(problem)
    expect(forked.memory.head).toBe(head)
  }
})

test('a server that does not have the head any more shows another history', async () => {
  const { store, memory } = setUp({ getConsistency: refused('not_found') })
  memory.head = { ...rememberedOf(receiptOf()), head: headOf(9, TICKS) }
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.history).toEqual({ kind: 'order' })
})

test('without a connection nothing is claimed', async () => {
  const { store } = setUp({ getReceipt: refused('network') })
  await store.open(ORDER_ID)
  expect(store.checkOf(ORDER_ID).state).toEqual({ kind: 'failed', code: 'network' })
})

test('of a list the newest three are checked, each once, and only what holds counts as verified', async () => {
  const asked: string[] = []
  const answers: Answers = {
    getReceipt({ params: { id } }) {
      asked.push(id)
      return id === ORDER_ID ? answered(receiptOf()) : refused('network')
    },
  }
  const { store } = setUp(answers)
  await store.verifyNewest([ORDER_ID, 'b', 'c', 'd'])
  await store.verifyNewest(['c', ORDER_ID, 'd'])
  expect(asked).toEqual([ORDER_ID, 'b', 'c', 'd'])
  expect([ORDER_ID, 'b', 'c', 'd'].map((id) => store.isVerified(id))).toEqual([true, false, false, false])
  // An order that is open on its own page is left alone.
  expect(store.checkOf(ORDER_ID).state.kind).toBe('idle')
})

test('all of a list are checked one by one until nobody waits or the service does not answer', async () => {
  const asked: string[] = []
  const answers: Answers = {
    getReceipt({ params: { id } }) {
      asked.push(id)
      return id === 'd' ? refused('network') : answered(receiptOf())
    },
  }
  const { store } = setUp(answers)
  await store.verifyAll([ORDER_ID, 'c', 'd', 'e'], () => false)
  expect(asked).toEqual([ORDER_ID, 'c', 'd'])
  await store.verifyAll(['f', 'g'], () => asked.length === 4)
  expect(asked).toEqual([ORDER_ID, 'c', 'd', 'f'])
  const results = [ORDER_ID, 'c'].map((id) => ({ id, result: 'won' as const }))
  expect([...store.verifiedOf(results)]).toEqual([ORDER_ID])
})

test('what an earlier session verified counts if the order still has that result', async () => {
  const { store, memory } = setUp({ getReceipt: refused('network') })
  memory.result = { code: '', status: 'won', profitLoss: '1', checkpoint: '' }
  expect([...store.verifiedOf([{ id: ORDER_ID, result: 'won' }])]).toEqual([ORDER_ID])
  expect([...store.verifiedOf([{ id: ORDER_ID, result: 'lost' }])]).toEqual([])
})

test('what was found of one order stays with it while another is opened', async () => {
  const { store } = setUp({
    getReceipt: ({ params: { id } }) => (id === ORDER_ID ? answered(receiptOf()) : refused('network')),
  })
  await store.open(ORDER_ID)
  await store.open(OTHER_ID)
  expect(checkedOf(store)?.receipt.order.id).toBe(ORDER_ID)
  expect(store.checkOf(OTHER_ID).state.kind).toBe('failed')
  expect(await store.tlogProof(ORDER_ID)).toContain('tlog-proof')
  expect(await store.tlogProof(OTHER_ID)).toBeUndefined()
  store.reset()
  expect([store.checkOf(ORDER_ID).state.kind, store.checkOf(OTHER_ID).state.kind]).toEqual(['idle', 'idle'])
})

test('the receipt of another order is named, whatever it proves by itself', async () => {
  const { store, shown } = setUp()
  await store.open(OTHER_ID)
  expect(checkedOf(store, OTHER_ID)?.check.problems).toEqual([{ kind: 'other_order', field: 'id' }])
  expect(shown.forgotten).toBeUndefined()
})

test('the order that the app shows is compared field by field', async () => {
  const { store, shown } = setUp()
  shown.order = shownOrderOf(receiptOf())
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([])
  shown.order = { ...shown.order, direction: 'down', stake: '1.00' }
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([
    { kind: 'other_order', field: 'direction' },
    { kind: 'other_order', field: 'stake' },
  ])
})

test('the terms that were signed when the order was placed are held against the receipt, and kept until it holds', async () => {
  const { store, shown } = setUp()
  const terms = termsOf(receiptOf().order)
  const turned = { ...terms, direction: 'down' as const }
  shown.acceptance = { terms: turned, ...acceptanceOf(turned) }
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([{ kind: 'terms_changed', field: 'direction' }])
  expect(shown.forgotten).toBeUndefined()
  shown.acceptance = { terms, ...acceptanceOf(terms) }
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([])
  expect(shown.forgotten).toBe(ORDER_ID)
})

test('an order that was taken in other terms than this device asked for is named, though the house signed it so', async () => {
  const { store, shown } = setUp()
  const { order } = receiptOf()
  const asked = { ...askedOf(receiptOf()), stake: '100' }
  const signed = { terms: termsOf(order), ...acceptanceOf(termsOf(order)) }
  shown.acceptance = { ...signed, asked }
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([])
  shown.acceptance = { ...signed, asked: { ...asked, direction: 'down', stake: '100.01', earningsRateBp: 9_000 } }
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual(
    ['direction', 'stake', 'earningsRateBp'].map((field) => ({ kind: 'other_order', field })),
  )
  // The order of a key that is not this device's.
  shown.acceptance = { ...signed, asked: { ...asked, ask: { ...asked.ask, deviceKey: '11'.repeat(32) } } }
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([{ kind: 'other_order', field: 'deviceKey' }])
})

test('prices that the stream showed this device have to be those of the receipt', async () => {
  const { store, shown } = setUp()
  // The second is of another product's log, or of a part that the receipt does not show.
  shown.prices = [
    { sequence: 3, price: '100.50' },
    { sequence: 900, price: '1' },
  ]
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([])
  shown.prices = [{ sequence: 3, price: '99.5' }]
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([{ kind: 'other_prices', sequence: 3 }])
})

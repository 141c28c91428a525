import type { Order } from '../../contract/orders'
import type { Acceptance, OrderTerms, Receipt, ReceiptOrder } from '../../contract/proof'
import { acceptanceOf, headOf, receiptOf, rememberedOf, shownOrderOf, TICKS } from '../../test/client/receipts'
import { answered, refused } from '../../test/client/screens'
import type { ProofApi } from '../api/proof'
import * as checks from '../domain/proof/checks'
import { headLeaf, productsRoot, type RememberedHead } from '../domain/proof/heads'
import { TERM_FIELDS } from '../domain/proof/texts'
import { ProofStore } from './ProofStore'

function setUp(api: Partial<ProofApi> = {}) {
  const memory: { head: RememberedHead | undefined } = { head: undefined }
  const shown: { order?: Order; acceptance?: Acceptance; forgotten?: string } = {}
  const store = new ProofStore({
    api: {
      receipt: async () => answered(receiptOf()),
      latestHead: async () => refused('network'),
      consistency: async () => refused('network'),
      ...api,
    } as ProofApi,
    loadChecks: async () => checks,
    orderOf: () => shown.order,
    acceptances: {
      read: () => shown.acceptance,
      forget: (id) => {
        shown.forgotten = id
      },
    },
    remembered: {
      read: () => memory.head,
      write: (head) => {
        memory.head = head
      },
    },
  })
  return { store, memory, shown }
}

/** The terms alone. */
const termsOf = (order: ReceiptOrder) =>
  Object.fromEntries(TERM_FIELDS.map((field) => [field, order[field]])) as unknown as OrderTerms

const ORDER_ID = receiptOf().order.id

const checkedOf = (store: ProofStore) => (store.checked.state.kind === 'ready' ? store.checked.value : undefined)

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
  // Two heads are a whole subtree: what is on the path is the third.
  const root = receipt.heads.head[0] ?? ''
  const known: RememberedHead = { head, root, publicKey: receipt.publicKey }
  const heads = [headLeaf(receipt.head, productsRoot(receipt.head))]
  return { known, answer: { from: head, to: receipt.head, ...receipt.consistency, heads } }
}

test('a history that goes on from what this device has seen is taken; a rewritten one shows and is not remembered', async () => {
  const receipt = receiptOf()
  const { known, answer } = seenBefore(receipt)
  const api = { consistency: async () => answered(answer) } as unknown as Partial<ProofApi>
  const honest = setUp(api)
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
    const forked = setUp(api)
    forked.memory.head = head
    await forked.store.open(ORDER_ID)
    expect(checkedOf(forked.store)?.history).toEqual(problem)
    expect(forked.memory.head).toBe(head)
  }
})

test('a server that does not have the head any more shows another history', async () => {
  const { store, memory } = setUp({ consistency: async () => refused('not_found') } as unknown as Partial<ProofApi>)
  memory.head = { ...rememberedOf(receiptOf()), head: headOf(9, TICKS) }
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.history).toEqual({ kind: 'order' })
})

test('without a connection nothing is claimed', async () => {
  const { store } = setUp({ receipt: async () => refused('network') } as unknown as Partial<ProofApi>)
  await store.open(ORDER_ID)
  expect(store.checked.state).toEqual({ kind: 'failed', code: 'network' })
})

test('the receipt of another order is named, whatever it proves by itself', async () => {
  const { store, shown } = setUp()
  await store.open('019aa1b2-0000-7000-8000-00000000ffff')
  expect(checkedOf(store)?.check.problems).toEqual([{ kind: 'other_order', field: 'id' }])
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

test('what is no receipt at all is named as such, and nothing of it is compared or remembered', async () => {
  const { store, memory } = setUp({ receipt: async () => answered({} as never) } as unknown as Partial<ProofApi>)
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([{ kind: 'format' }])
  expect(memory.head).toBeUndefined()
})

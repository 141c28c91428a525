import type { Order } from '../../contract/orders'
import type { OrderTerms, Receipt, ReceiptOrder } from '../../contract/proof'
import { askedOf } from '../../test/client/house'
import {
  acceptanceOf,
  headOf,
  LOG_KEY,
  policyOf,
  receiptOf,
  rememberedOf,
  shownOrderOf,
  TICKS,
  witnessOf,
} from '../../test/client/receipts'
import { answered, refused } from '../../test/client/screens'
import type { ProofApi } from '../api/proof'
import { keyIdOf } from '../domain/proof/checkpoint'
import { headLeaf, productsRoot, type RememberedHead } from '../domain/proof/heads'
import type { SeenPrice } from '../domain/proof/otherPrices'
import type { KeptAcceptance } from '../domain/proof/sameOrder'
import { TERM_FIELDS } from '../domain/proof/texts'
import { type WitnessPolicy, witnessesOf } from '../domain/proof/witnesses'
import { isSound, isWitnessed, ProofStore } from './ProofStore'
import * as checks from './proofCheck'

function setUp(api: Partial<ProofApi> = {}, pin = '') {
  const memory: { head: RememberedHead | undefined; policy?: WitnessPolicy } = { head: undefined }
  const shown: { order?: Order; acceptance?: KeptAcceptance; forgotten?: string; prices?: SeenPrice[] } = {}
  const store = new ProofStore({
    api: {
      receipt: async () => answered(receiptOf()),
      latestHead: async () => refused('network'),
      consistency: async () => refused('network'),
      policy: async () => answered(policyOf()),
      ...api,
    } as ProofApi,
    loadChecks: async () => checks,
    pin,
    orderOf: () => shown.order,
    acceptances: {
      read: () => shown.acceptance,
      forget: (id) => {
        shown.forgotten = id
      },
    },
    checkpoints: { read: () => ({}) },
    seenPrices: { read: () => shown.prices ?? [] },
    remembered: {
      read: () => memory.head,
      write: (head) => {
        memory.head = head
      },
    },
    keptPolicy: {
      read: () => memory.policy,
      write: (policy) => {
        memory.policy = policy
      },
    },
    sleep: async () => undefined,
  })
  return { store, memory, shown }
}

/** The terms of an order alone. */
const termsOf = (order: ReceiptOrder) =>
  Object.fromEntries(TERM_FIELDS.map((field) => [field, order[field]])) as unknown as OrderTerms

const ORDER_ID = receiptOf().order.id
const OTHER_ID = '019aa1b2-0000-7000-8000-00000000ffff'

const checkedOf = (store: ProofStore, id = ORDER_ID) => store.checkOf(id).value

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
  expect(store.checkOf(ORDER_ID).state).toEqual({ kind: 'failed', code: 'network' })
})

test('of a list the newest three are checked, each once, and only what holds counts as verified', async () => {
  const asked: string[] = []
  const api = {
    receipt: async (id: string) => {
      asked.push(id)
      return id === ORDER_ID ? answered(receiptOf()) : refused('network')
    },
  } as unknown as Partial<ProofApi>
  const { store } = setUp(api)
  await store.verifyNewest([ORDER_ID, 'b', 'c', 'd'])
  await store.verifyNewest(['c', ORDER_ID, 'd'])
  expect(asked).toEqual([ORDER_ID, 'b', 'c', 'd'])
  expect([ORDER_ID, 'b', 'c', 'd'].map((id) => store.isVerified(id))).toEqual([true, false, false, false])
  // What is open on its own page is left alone.
  expect(store.checkOf(ORDER_ID).state.kind).toBe('idle')
})

test('what was found of one order stays with it while another is opened', async () => {
  const receipt = async (id: string) => (id === ORDER_ID ? answered(receiptOf()) : refused('network'))
  const { store } = setUp({ receipt } as unknown as Partial<ProofApi>)
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
  const { id, symbol, direction, durationSeconds, earningsRateBp } = order
  const asked = askedOf({ id, symbol, direction, durationSeconds, earningsRateBp, stake: '100' })
  const signed = { terms: termsOf(order), ...acceptanceOf(termsOf(order)) }
  shown.acceptance = { ...signed, asked }
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([])
  shown.acceptance = { ...signed, asked: { ...asked, direction: 'down', stake: '100.01', earningsRateBp: 9_000 } }
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual(
    ['direction', 'stake', 'earningsRateBp'].map((field) => ({ kind: 'other_order', field })),
  )
})

test('prices that the stream showed this device have to be those of the receipt', async () => {
  const { store, shown } = setUp()
  shown.prices = [{ sequence: 3, price: '100.50' }]
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([])
  shown.prices = [{ sequence: 3, price: '99.5' }]
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([{ kind: 'other_prices', sequence: 3 }])
})

test('what is no receipt at all is named as such, and nothing of it is compared or remembered', async () => {
  const { store, memory } = setUp({ receipt: async () => answered({} as never) } as unknown as Partial<ProofApi>)
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([{ kind: 'format' }])
  expect(memory.head).toBeUndefined()
})

const [one, two, three] = [
  witnessOf('one.example/w', 1),
  witnessOf('two.example/w', 2),
  witnessOf('three.example/w', 3),
]
/** The key of another log of that name. */
const witnessLog = (name: string) => {
  const publicKey = name.startsWith('fairtick') ? '11'.repeat(32) : receiptOf().publicKey
  const key = Buffer.from(`01${publicKey}`, 'hex').toString('base64')
  return `${name}+${keyIdOf(name, '01', publicKey)}+${key}`
}
const NAMES = ['one.example/w', 'two.example/w']

/** A server that answers with these receipts in turn, the last one again and again, and names these witnesses. */
function serverOf(receipts: Receipt[], witnesses: readonly string[], needed = witnesses.length) {
  let asked = 0
  const api = {
    receipt: async () => answered(receipts[Math.min(asked++, receipts.length - 1)]),
    policy: async () => answered(policyOf(witnesses, needed)),
  } as unknown as Partial<ProofApi>
  return { api, asked: () => asked }
}

test('a receipt is held against the witnesses that this device was first told of, whatever the server names later', async () => {
  const seen = two.sign(one.sign(receiptOf()))
  const honest = setUp(serverOf([seen], [one.key, two.key]).api)
  await honest.store.open(ORDER_ID)
  expect(checkedOf(honest.store)?.witnesses).toEqual({ seenBy: NAMES, needed: 2, namedBy: 'server' })
  expect(honest.shown.forgotten).toBe(ORDER_ID)
  const turned = setUp(serverOf([three.sign(receiptOf())], [three.key]).api)
  turned.memory.policy = honest.memory.policy
  await turned.store.open(ORDER_ID)
  const checked = checkedOf(turned.store)
  expect(checked?.witnesses).toEqual({ seenBy: [], needed: 2, namedBy: 'server' })
  expect([checked && isSound(checked), checked && isWitnessed(checked)]).toEqual([true, false])
  expect(turned.shown.forgotten).toBeUndefined()
  expect(turned.memory.policy).toEqual({ witnesses: [one.key, two.key], needed: 2 })
})

test('witnesses that the app was built with count, and the server is not asked for any', async () => {
  const api = { ...serverOf([one.sign(receiptOf())], []).api, policy: async () => refused('network') } as never
  const pinned = setUp(api, `${LOG_KEY} ${one.key} ${two.key} 1`)
  await pinned.store.open(ORDER_ID)
  expect(checkedOf(pinned.store)?.witnesses).toEqual({ seenBy: ['one.example/w'], needed: 1, namedBy: 'app' })
  const strict = setUp(api, `${one.key} ${two.key}`)
  await strict.store.open(ORDER_ID)
  expect(checkedOf(strict.store)?.witnesses).toEqual({ seenBy: ['one.example/w'], needed: 2, namedBy: 'app' })
})

test('a log of another name or key than the app was built with is not the one', async () => {
  for (const [pin, history] of [
    [LOG_KEY, undefined],
    [witnessLog('another.test/log'), { kind: 'key_changed' }],
    [witnessLog('fairtick.test/log'), { kind: 'key_changed' }],
  ] as const) {
    const { store, memory } = setUp({}, pin)
    await store.open(ORDER_ID)
    expect(checkedOf(store)?.history).toEqual(history)
    expect(memory.head === undefined).toBe(history !== undefined)
  }
})

test('a fresh result is looked at again until its witnesses have signed, and not for ever', async () => {
  const late = serverOf([receiptOf(), receiptOf(), one.sign(receiptOf())], [one.key])
  const { store } = setUp(late.api)
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.witnesses.seenBy).toEqual(['one.example/w'])
  expect(late.asked()).toBe(3)
  const never = serverOf([receiptOf()], [one.key])
  await setUp(never.api).store.open(ORDER_ID)
  expect(never.asked()).toBe(4)
})

test('without witnesses nothing is claimed of them; where the server does not say, nothing is claimed at all', async () => {
  const { store, memory } = setUp()
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.witnesses).toEqual({ seenBy: [], needed: 0, namedBy: undefined })
  expect(memory.policy).toBeUndefined()
  const silent = setUp({ policy: async () => refused('network') } as unknown as Partial<ProofApi>)
  await silent.store.open(ORDER_ID)
  expect(silent.store.checkOf(ORDER_ID).state).toEqual({ kind: 'failed', code: 'network' })
})

test('the line of a witness counts only over this checkpoint, by that key, with a time, and each one has to hold', async () => {
  const receipt = receiptOf()
  const seenBy = (changed: Receipt, keys = [one.key]) => witnessesOf(changed, keys)
  expect(seenBy(one.sign(receipt))).toEqual(['one.example/w'])
  expect(seenBy(one.sign(receipt), [one.key, one.key])).toEqual(['one.example/w'])
  expect(seenBy(two.sign(receipt))).toEqual([])
  expect(seenBy(witnessOf('one.example/w', 9).sign(receipt))).toEqual([])
  const [last = ''] = one.sign(receipt).checkpoint.trimEnd().split('\n').slice(-1)
  const bytes = Buffer.from(last.split(' ')[2] ?? '', 'base64')
  for (const at of [4, 11, 12, 75]) {
    const wrong = Buffer.from(bytes)
    wrong[at] = (wrong[at] ?? 0) ^ 1
    const line = `— one.example/w ${wrong.toString('base64')}\n`
    expect(seenBy({ ...receipt, checkpoint: receipt.checkpoint + line })).toEqual([])
    expect(seenBy({ ...receipt, checkpoint: one.sign(receipt).checkpoint + line })).toEqual([])
  }
  for (const key of [one.key.replace('+', '+0'), one.key.slice(0, -1), LOG_KEY, ''])
    expect(seenBy(one.sign(receipt), [key])).toEqual([])
})

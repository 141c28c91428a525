import type { TreeHead } from '../../contract/proof'
import { headOf, receiptOf, TICKS } from '../../test/client/receipts'
import { answered, refused } from '../../test/client/screens'
import type { ProofApi } from '../api/proof'
import * as checks from '../domain/proof/checks'
import { settlementText } from '../domain/proof/receipt'
import { ProofStore } from './ProofStore'

function setUp(api: Partial<ProofApi> = {}) {
  const memory: { head: TreeHead | undefined } = { head: undefined }
  const store = new ProofStore({
    api: {
      receipt: async () => answered(receiptOf()),
      latestHead: async () => refused('network'),
      consistency: async () => refused('network'),
      ...api,
    } as ProofApi,
    loadChecks: async () => checks,
    remembered: {
      read: () => memory.head,
      write: (head) => {
        memory.head = head
      },
    },
  })
  return { store, memory }
}

const checkedOf = (store: ProofStore) => (store.checked.state.kind === 'ready' ? store.checked.value : undefined)

test('the first receipt is checked, and its head is remembered', async () => {
  const { store, memory } = setUp()
  await store.open('a')
  expect(checkedOf(store)?.check.problems).toEqual([])
  expect(checkedOf(store)?.history).toBeUndefined()
  expect(memory.head?.number).toBe(4)
})

test('a history that goes on from what this device has seen is taken; a rewritten one shows and is not remembered', async () => {
  const receipt = receiptOf()
  const known = headOf(1, TICKS.slice(0, 4), [])
  const { consistency } = receipt
  const honest = setUp({
    consistency: async () => answered({ from: known, to: receipt.head, ...consistency }),
  } as unknown as Partial<ProofApi>)
  honest.memory.head = known
  await honest.store.open('a')
  expect(checkedOf(honest.store)?.history).toBeUndefined()
  expect(honest.memory.head?.number).toBe(4)

  const forked = setUp({
    consistency: async () => answered({ from: known, to: receipt.head, ...consistency }),
  } as unknown as Partial<ProofApi>)
  const other = headOf(1, [...TICKS.slice(0, 3), { ...TICKS[3], price: '55.5' } as (typeof TICKS)[number]], [])
  forked.memory.head = other
  await forked.store.open('a')
  expect(checkedOf(forked.store)?.history).toEqual({ kind: 'prices_rewritten', symbol: 'BTCUSDT' })
  expect(forked.memory.head).toBe(other)
})

test('a server that does not have the head any more shows another history', async () => {
  const { store, memory } = setUp({ consistency: async () => refused('not_found') } as unknown as Partial<ProofApi>)
  memory.head = headOf(9, TICKS, [settlementText(receiptOf().order)])
  await store.open('a')
  expect(checkedOf(store)?.history).toEqual({ kind: 'order' })
})

test('without a connection nothing is claimed', async () => {
  const { store } = setUp({ receipt: async () => refused('network') } as unknown as Partial<ProofApi>)
  await store.open('a')
  expect(store.checked.state).toEqual({ kind: 'failed', code: 'network' })
})

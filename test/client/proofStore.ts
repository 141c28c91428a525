import type { Order } from '../../contract/orders'
import type { Receipt } from '../../contract/proof'
import type { RememberedHead } from '../../proof/heads'
import type { SeenCheckpoint } from '../../proof/time'
import type { WitnessPolicy } from '../../proof/witnesses'
import type { SeenPrice } from '../../src/domain/proof/otherPrices'
import type { KeptAcceptance } from '../../src/domain/proof/sameOrder'
import { ProofStore } from '../../src/stores/ProofStore'
import type { KeptResult } from '../../src/stores/persistence/keptResults'
import type { Witness } from '../../src/stores/persistence/ownWitnesses'
import * as checks from '../../src/stores/proofCheck'
import { NOON } from './factories'
import { type Answers, answered, fakeHttp } from './http'
import { policyOf, receiptOf } from './receipts'

/** A store over an API that answers so, with what its device remembers and what the app shows of the order. */
export function setUpProof(answers: Answers = {}, pin = '') {
  const memory: Memory = { head: undefined, refusals: 0, checkpoints: [], own: [], pages: {} }
  const shown: { order?: Order; acceptance?: KeptAcceptance; forgotten?: string; prices?: SeenPrice[] } = {}
  const store = new ProofStore({
    http: fakeHttp({ getReceipt: answered(receiptOf()), getProofPolicy: answered(policyOf()), ...answers }),
    loadChecks: async () => checks,
    pin,
    signers: '',
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
    checkpoints: { read: () => memory.checkpoints },
    seenPrices: { read: () => shown.prices ?? [] },
    keptResults: {
      read: () => memory.result,
      write: (_id, result) => {
        memory.result = result
      },
    },
    verifiedBefore: () => new Map(memory.result ? [[receiptOf().order.id, memory.result]] : []),
    refusals: {
      read: () => memory.refusals,
      write: (count) => {
        memory.refusals = count
      },
    },
    now: () => NOW,
    pause: async () => undefined,
    keptPolicy: {
      read: () => memory.policy,
      write: (policy) => {
        memory.policy = policy
      },
    },
    ownWitnesses: { read: () => memory.own, readPage: async (url) => memory.pages[url] },
    sleep: async () => undefined,
  })
  return { store, memory, shown }
}

interface Memory {
  head: RememberedHead | undefined
  policy?: WitnessPolicy
  result?: KeptResult
  refusals: number
  checkpoints: readonly SeenCheckpoint[]
  own: readonly Witness[]
  /** Texts at addresses of witnesses. */
  pages: Record<string, string>
}
/** This device's clock: a minute after the order ended. */
const NOW = NOON + 90_000

export const ORDER_ID = receiptOf().order.id

export const checkedOf = (store: ProofStore, id = ORDER_ID) => store.checkOf(id).value

/** A server that answers with these receipts in turn, the last one again and again, and names these witnesses. */
export function serverOf(receipts: Receipt[], witnesses: readonly string[], needed = witnesses.length) {
  let asked = 0
  const answers: Answers = {
    getReceipt: () => answered(receipts[Math.min(asked++, receipts.length - 1)]),
    getProofPolicy: answered(policyOf(witnesses, needed)),
  }
  return { answers, asked: () => asked }
}

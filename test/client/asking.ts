import { EvidenceStore } from '../../src/stores/asking/EvidenceStore'
import { OrderSigner, type OrderSignerDeps } from '../../src/stores/asking/OrderSigner'
import * as orderChecks from '../../src/stores/asking/orderChecks'
import { deviceAcceptances } from '../../src/stores/persistence/acceptances'
import { keptDeviceKey } from '../../src/stores/persistence/deviceKey'
import { fetchedCheckpoints } from '../../src/stores/persistence/fetchedCheckpoints'
import { deviceLeftAsks } from '../../src/stores/persistence/leftAsks'
import type { Witness } from '../../src/stores/persistence/ownWitnesses'
import { deviceRefusedAsks } from '../../src/stores/persistence/refusedAsks'
import { keptSeenLog } from '../../src/stores/persistence/seenLog'
import { keptSplit } from '../../src/stores/persistence/splitLog'
import { NOON } from './factories'
import { checkpointAt, newestOf } from './house'
import { answered, fakeHttp, refused } from './http'
import { policyOf } from './receipts'

/** A device that signs orders and keeps evidence, with real cryptography and storage, and a house that answers as `world` says. */
export function askingWorld(clock: { now: number } = { now: NOON }) {
  const world = {
    account: 'lin_mei88',
    clock,
    /** Undefined: no answer. */
    checkpoint: checkpointAt(3) as string | undefined,
    policy: policyOf() as ReturnType<typeof policyOf> | undefined,
    remembered: undefined as string | undefined,
    pin: '',
    serverOffsetMs: 0,
    /** The witnesses that the user has chosen. */
    own: [] as readonly Witness[],
    /** How long this device takes to load what signs. */
    loadingMs: 0,
    /** Texts at addresses of witnesses. */
    pages: {} as Record<string, string>,
    /** Hashes that were left, after their addresses. */
    left: [] as string[],
    /** The device's requests, in order. */
    asked: [] as ('checkpoint' | 'policy')[],
  }
  const answerOf = (value: unknown) => (value === undefined ? refused('network') : answered(value))
  const deps: OrderSignerDeps = {
    http: fakeHttp({
      '/log/newest': ({ query }) => {
        world.asked.push('checkpoint')
        const { checkpoint } = world
        const at = clock.now + world.serverOffsetMs
        return answerOf(checkpoint && newestOf(checkpoint, at, Number(query?.from ?? 0)))
      },
      getConsistency: refused('not_found'),
      getProofPolicy: () => {
        world.asked.push('policy')
        return answerOf(world.policy)
      },
    }),
    loadChecks: async () => {
      clock.now += world.loadingMs
      world.loadingMs = 0
      return orderChecks
    },
    keptKey: keptDeviceKey,
    keptLog: keptSeenLog,
    rememberedKey: () => world.remembered,
    randomBytes: async (count) => new Uint8Array(count).fill(5),
    pause: async () => undefined,
    get pin() {
      return world.pin
    },
    now: () => clock.now,
    steadyNow: () => clock.now,
    readPage: async (url, body) => {
      if (body !== undefined) world.left.push(`${url} ${body}`)
      return world.pages[url]
    },
    keptWitnesses: () => undefined,
    ownWitnesses: () => world.own,
  }
  const signer = new OrderSigner(deps)
  const evidence = new EvidenceStore({
    account: () => world.account,
    kept: deviceAcceptances,
    refusedAsks: deviceRefusedAsks,
    leftAsks: deviceLeftAsks,
    fetched: fetchedCheckpoints,
    keptSplit,
    signer,
    clock: {
      get serverOffsetMs() {
        return world.serverOffsetMs
      },
    },
    now: () => clock.now,
  })
  return { world, signer, evidence, deps }
}

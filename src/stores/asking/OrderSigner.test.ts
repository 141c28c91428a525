import nacl from 'tweetnacl'
import { fromHex, toHex } from '../../../proof/bytes'
import { EMPTY_ROOT } from '../../../proof/hashing'
import { parseCheckpoint } from '../../../proof/notes'
import { isSignedBy } from '../../../proof/signatures'
import { keyText } from '../../../proof/texts'
import { askingWorld } from '../../../test/client/asking'
import { NOON } from '../../../test/client/factories'
import {
  AGREED,
  acceptedOf,
  askedOf,
  checkpointAt,
  LOG_KEYS,
  leavesOf,
  newestOf,
  ORIGIN,
} from '../../../test/client/house'
import { answered, fakeHttp } from '../../../test/client/http'
import { acceptanceOf, checkpointOf, LOG_KEY, policyOf } from '../../../test/client/receipts'
import { keptDeviceKey } from '../persistence/deviceKey'
import { keptSeenLog } from '../persistence/seenLog'
import { OrderSigner } from './OrderSigner'

const ORDER = {
  id: '019aa1b2-0000-7000-8000-000000000001',
  symbol: 'BTCUSDT',
  direction: 'up' as const,
  stake: '100.00',
  durationSeconds: 60,
  earningsRateBp: 8200,
}
const rootOf = (checkpoint: string) => parseCheckpoint(checkpoint)?.root
const STRANGER = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(9))
const LEAVES = leavesOf(4)

test('the key is made once from the secure source, and only its public part leaves the device', async () => {
  const { signer, deps, world } = askingWorld()
  await signer.makeReady()
  const signed = await signer.sign(ORDER, AGREED)
  expect(keptDeviceKey.read()).toBe('05'.repeat(32))
  expect(JSON.stringify(signed)).not.toContain('05'.repeat(32))
  const later = new OrderSigner({ ...deps, randomBytes: async () => Promise.reject(new Error('asked again')) })
  expect((await later.sign(ORDER, AGREED))?.ask.deviceKey).toBe(signed?.ask.deviceKey)
  expect(world.asked.filter((each) => each === 'policy')).toHaveLength(1)
})

test('a device without a secure source signs nothing, and tries again for the next order', async () => {
  const { deps } = askingWorld()
  let works = false
  const randomBytes = async () => (works ? new Uint8Array(32) : Promise.reject(new Error('none')))
  const signer = new OrderSigner({ ...deps, randomBytes })
  await signer.prepare()
  expect(await signer.sign(ORDER, AGREED)).toBeUndefined()
  works = true
  expect(await signer.sign(ORDER, AGREED)).toBeDefined()
})

test('an order names the newest checkpoint that the log has signed; a ticket asks for one at most every 30 s', async () => {
  const { signer, world } = askingWorld()
  await signer.prepare()
  await signer.prepare()
  expect(world.asked).toEqual(['checkpoint', 'policy'])
  expect(await signer.sign(ORDER, AGREED)).toMatchObject({
    origin: ORIGIN,
    ask: { seenHead: 3, seenRoot: rootOf(checkpointAt(3)) },
  })
  world.checkpoint = checkpointAt(5)
  world.clock.now = NOON + 29_999
  await signer.prepare()
  expect((await signer.sign(ORDER, AGREED))?.ask.seenHead).toBe(3)
  world.clock.now = NOON + 30_001
  await signer.prepare()
  expect((await signer.sign(ORDER, AGREED))?.ask.seenHead).toBe(5)
  // A cache that is behind takes nothing back.
  world.checkpoint = checkpointAt(4)
  await signer.checkpoint()
  expect((await signer.sign(ORDER, AGREED))?.ask.seenHead).toBe(5)
})

test('what the device has seen outlives a restart', async () => {
  const { signer, deps, world } = askingWorld()
  await signer.prepare()
  world.checkpoint = undefined
  expect((await new OrderSigner(deps).sign(ORDER, AGREED))?.ask.seenHead).toBe(3)
})

test('without any checkpoint the device says that it has seen nothing of the log that the service names', async () => {
  const { signer, world } = askingWorld()
  world.checkpoint = undefined
  expect(await signer.sign(ORDER, AGREED)).toMatchObject({ origin: ORIGIN, ask: { seenHead: 0, seenRoot: EMPTY_ROOT } })
})

test.each([
  ['of another key', checkpointOf(LEAVES, STRANGER)],
  ['that is no checkpoint', 'hello'],
  ['that is too long', `${checkpointAt(4)}${'— x.test/w aaaaaaaaaaaa\n'.repeat(600)}`],
])('a checkpoint %s is not taken', async (_, text) => {
  const { signer, world } = askingWorld()
  await signer.prepare()
  world.checkpoint = text
  expect(await signer.checkpoint()).toBeUndefined()
  expect(keptSeenLog.read()).toMatchObject({ size: 3, keys: LOG_KEYS })
})

test('a pinned log is the only one that counts', async () => {
  const { signer, world } = askingWorld()
  world.pin = LOG_KEY.replace(ORIGIN, 'other.test/log')
  await signer.prepare()
  expect(keptSeenLog.read()).toMatchObject({ size: 3 })
})

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** The log has a new key since, which the one before has signed, or has not. */
function handedOver(by: nacl.SignKeyPair) {
  const change = { from: LOG_KEYS[0] ?? '', to: toHex(STRANGER.publicKey), at: NOON }
  const sign = (keys: nacl.SignKeyPair) =>
    toHex(nacl.sign.detached(bytes(keyText({ ...change, oldSignature: '', newSignature: '' })), keys.secretKey))
  const keys = [{ ...change, oldSignature: sign(by), newSignature: sign(STRANGER) }]
  return { ...policyOf(), publicKey: toHex(STRANGER.publicKey), keys }
}
const HOUSE = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7))

test('a new key of the log counts where the known one has handed over to it, and never otherwise', async () => {
  for (const [by, size] of [
    [HOUSE, 4],
    [STRANGER, 3],
  ] as const) {
    window.localStorage.clear()
    const { signer, world } = askingWorld()
    await signer.prepare()
    world.checkpoint = checkpointOf(LEAVES, STRANGER)
    world.policy = handedOver(by)
    await signer.checkpoint()
    expect((await signer.sign(ORDER, AGREED))?.ask.seenHead).toBe(size)
  }
})

test('the first key is that of an earlier check, if there was one', async () => {
  const { signer, world } = askingWorld()
  world.remembered = '11'.repeat(32)
  await signer.prepare()
  expect(keptSeenLog.read()).toBeUndefined()
})

test('an acceptance is checked with the keys of the log; without an answer nothing is claimed of a new one', async () => {
  const { signer, world } = askingWorld()
  await signer.prepare()
  const asked = askedOf(ORDER)
  const { acceptance } = acceptedOf(asked)
  expect(await signer.problemsOf(acceptance, asked)).toEqual([])
  const stranger = { ...acceptance, ...acceptanceOf(acceptance.terms, STRANGER) }
  world.policy = undefined
  expect(await signer.problemsOf(stranger, asked)).toBeUndefined()
  world.policy = policyOf()
  expect(await signer.problemsOf(stranger, asked)).toEqual([{ kind: 'signature' }])
  world.policy = handedOver(HOUSE)
  expect(await signer.problemsOf(stranger, asked)).toEqual([])
})

test('a checkpoint comes with the times of the service between which it was asked for and had', async () => {
  const { deps, world } = askingWorld()
  const http = fakeHttp({
    '/log/newest': () => {
      world.clock.now += 700
      return answered(newestOf(checkpointAt(3), NOON + 500))
    },
    getProofPolicy: answered(policyOf()),
  })
  const seen = await new OrderSigner({ ...deps, http }).checkpoint()
  expect(seen).toEqual({ asked: NOON + 500 - 700, at: NOON + 500 + 700, text: checkpointAt(3) })
})

test.each([
  ['a longer log that goes on from it', checkpointAt(5), 'a', false],
  ['the same log', checkpointAt(3), 'a', false],
  ['another of the same length', checkpointAt(3, 'b'), 'b', true],
  ['a longer one that does not go on from it', checkpointAt(5, 'b'), 'b', true],
  ['a shorter one', checkpointAt(2), 'a', true],
])('a service that denies the log which was seen, and shows %s', async (_, checkpoint, __, isProof) => {
  const { signer, world } = askingWorld()
  await signer.prepare()
  world.checkpoint = checkpoint
  const at = { asked: NOON, at: NOON }
  const both = { before: { ...at, text: checkpointAt(3) }, after: { ...at, text: checkpoint } }
  expect(await signer.startOver()).toEqual(isProof ? both : undefined)
  expect((await signer.sign(ORDER, AGREED))?.ask.seenRoot).toBe(rootOf(checkpoint))
})

test('a longer log that does not go on from the seen one never takes its place unasked, and is told once', async () => {
  const { signer, world } = askingWorld()
  await signer.prepare()
  world.checkpoint = checkpointAt(9, 'b')
  await signer.checkpoint()
  expect((await signer.sign(ORDER, AGREED))?.ask.seenRoot).toBe(rootOf(checkpointAt(3)))
  expect(await signer.takeSplit()).toMatchObject({
    before: { text: checkpointAt(3) },
    after: { text: checkpointAt(9, 'b') },
  })
  expect(await signer.takeSplit()).toBeUndefined()
  world.checkpoint = checkpointAt(9)
  await signer.checkpoint()
  expect((await signer.sign(ORDER, AGREED))?.ask.seenRoot).toBe(rootOf(checkpointAt(9)))
  expect(await signer.takeSplit()).toBeUndefined()
})

test('signatures are those of RFC 8032', async () => {
  const { signer } = askingWorld()
  const signed = await signer.sign(ORDER, AGREED)
  const key = nacl.sign.keyPair.fromSeed(fromHex('05'.repeat(32)) ?? new Uint8Array(32))
  expect(signed?.ask.deviceKey).toBe(toHex(key.publicKey))
  expect(isSignedBy('another text', signed?.ask.signature ?? '', signed?.ask.deviceKey ?? '')).toBe(false)
})

import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { recordedUpdates } from '../../../test/feeds/pythRecordings'
import { TEST_SECRETS, TEST_SIGNER_SET, testSignature } from '../../dev/testSigners'
import { signTestPrices, type TestPrice } from '../../dev/testUpdates'
import { addressOf } from './signatures'
import { PUBLISHED_SIGNERS, readSignerSet, TEST_SIGNERS } from './signerSet'
import { createUpdateOpener, decides, priceText } from './update'
import { readWire, type WireUpdate, writeWire } from './wire'

const FEED = 'ab'.repeat(32)
const PRICES: TestPrice[] = [1, 2, 3].map((each) => ({
  feed: each === 2 ? FEED : String(each).repeat(64),
  price: 123_450n + BigInt(each),
  expo: -3,
  publishAt: 1_700_000_010,
  previousAt: 1_700_000_008,
}))
const bytesOf = (prices: readonly TestPrice[] = PRICES, signers?: readonly number[]) =>
  signTestPrices(prices, { sequence: 7, ...(signers && { signers }) }).update(prices.map(({ feed }) => feed))
const open = (bytes: Buffer, set = TEST_SIGNER_SET) => createUpdateOpener(set, () => true).open(bytes)
const changed = (change: (wire: WireUpdate) => Partial<WireUpdate>, bytes = bytesOf()) => {
  const wire = readWire(bytes)
  return writeWire({ ...wire, ...change(wire) })
}

test('each message of an update becomes a price of its own, in canonical form', () => {
  const { updates, problems } = open(bytesOf(PRICES, [0, 1, 2, 3, 4]))
  expect(problems).toEqual([])
  expect(updates.map(({ feed, price }) => [feed, price])).toEqual(PRICES.map(({ feed, price }) => [feed, price]))
  for (const { proof } of updates) {
    // Three of five are enough, and more are not shown.
    expect(readWire(proof)).toMatchObject({ signatures: { length: 3 }, messages: { length: 1 } })
    expect(open(proof).updates[0]?.proof).toEqual(proof)
  }
})

test('what is wrong with an update is named', () => {
  const of = (bytes: Buffer, set?: typeof TEST_SIGNER_SET) => open(bytes, set)
  const only = (problem: string) => ({ updates: [], problems: [problem] })
  expect(of(Buffer.from('PNAX'))).toEqual(only('bad_update'))
  expect(of(bytesOf().subarray(0, -1))).toMatchObject({ problems: ['bad_update'] })
  expect(of(changed(({ signerSet }) => ({ signerSet: signerSet + 1 })))).toEqual(only('bad_signers'))
  expect(of(bytesOf(), { ...TEST_SIGNER_SET, emitter: '00'.repeat(32) })).toEqual(only('bad_signers'))
  expect(of(bytesOf(PRICES, [1, 3]))).toEqual(only('no_quorum'))
  expect(
    of(changed(({ signatures: [one = Buffer.alloc(66), two = one] }) => ({ signatures: [one, one, two] }))),
  ).toEqual(only('bad_signature'))
  expect(of(changed(({ signatures }) => ({ signatures: signatures.toReversed() })))).toEqual(only('bad_signature'))
  expect(of(changed(() => ({ body: Buffer.alloc(88) })))).toEqual(only('bad_update'))
  const moved = changed(({ messages: [one, two] }) => ({
    messages: one && two ? [{ message: one.message, path: two.path }] : [],
  }))
  expect(of(moved)).toEqual(only('bad_path'))
  for (const wrong of [{ price: 0n }, { price: -1n }, { expo: 1 }, { expo: -13 }, { previousAt: 1_700_000_011 }]) {
    const [one] = PRICES
    expect(of(bytesOf(one ? [{ ...one, ...wrong }] : []))).toEqual(only('bad_message'))
  }
})

test('a message of another type is left out, and the others stay', () => {
  const wire = readWire(bytesOf())
  const [one, ...rest] = wire.messages
  const other = { message: Buffer.from(one?.message ?? []), path: one?.path ?? [] }
  other.message[0] = 1
  const { updates, problems } = open(writeWire({ ...wire, messages: [other, ...rest] }))
  expect(problems).toEqual(['bad_message'])
  expect(updates).toHaveLength(2)
})

test('the second spelling of a signature is refused', () => {
  const high = changed(({ signatures: [one = Buffer.alloc(66), ...rest] }) => {
    const s = secp256k1.Point.CURVE().n - BigInt(`0x${one.toString('hex', 33, 65)}`)
    const spelt = Buffer.concat([
      one.subarray(0, 33),
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
      Buffer.from([1 - (one[65] ?? 0)]),
    ])
    return { signatures: [spelt, ...rest] }
  })
  expect(open(high)).toEqual({ updates: [], problems: ['bad_signature'] })
})

test('a later minor version, a trailing header, bytes behind and the recovery bit of wallets are read, and not kept', () => {
  const plain = bytesOf(PRICES.slice(0, 1))
  const wallet = changed(
    ({ signatures }) => ({
      signatures: signatures.map((each) => Buffer.concat([each.subarray(0, 65), Buffer.from([27 + (each[65] ?? 0)])])),
    }),
    plain,
  )
  const header = Buffer.concat([Buffer.from('PNAU'), Buffer.from([1, 3, 2, 9, 9]), wallet.subarray(7)])
  expect(open(header).updates[0]?.proof).toEqual(plain)
  expect(open(Buffer.concat([plain, Buffer.from([0, 85])])).updates[0]?.proof).toEqual(plain)
})

test('no byte of an update can be changed', () => {
  const bytes = bytesOf(PRICES.slice(1, 2))
  const opener = createUpdateOpener(TEST_SIGNER_SET, () => true)
  const [honest] = opener.open(bytes).updates
  for (let at = 0; at < bytes.length; at++) {
    const wrong = Buffer.from(bytes)
    wrong[at] = (wrong[at] ?? 0) ^ 1
    // A minor version says nothing of the price.
    if (at === 5) continue
    const { updates } = open(wrong)
    expect([at, updates]).toEqual([at, []])
  }
  expect(honest?.feed).toBe(FEED)
})

test('a body that was checked before is not believed with another set', () => {
  const opener = createUpdateOpener(TEST_SIGNER_SET, () => true)
  expect(opener.open(bytesOf()).updates).toHaveLength(3)
  expect(opener.open(changed(({ signerSet }) => ({ signerSet: signerSet + 1 })))).toEqual({
    updates: [],
    problems: ['bad_signers'],
  })
})

test('only the feeds that are wanted are opened', () => {
  expect(createUpdateOpener(TEST_SIGNER_SET, (feed) => feed === FEED).open(bytesOf()).updates).toMatchObject([
    { feed: FEED },
  ])
})

const recorded = recordedUpdates()
const withRecordings = recorded.length > 0 ? test : test.skip

withRecordings('recorded updates hold', () => {
  let messages = 0
  for (const { set, bytes } of recorded) {
    const { updates, problems } = open(bytes, set)
    expect(problems).toEqual([])
    messages += updates.length
    for (const { proof } of updates) expect(open(proof, set).updates[0]?.proof).toEqual(proof)
  }
  expect([recorded.length, messages]).toEqual([18, 45])
})

test('prices keep the digits of their exponent', () => {
  expect(priceText({ price: 123_450n, expo: -3 })).toBe('123.450')
  expect(priceText({ price: 5n, expo: -3 })).toBe('0.005')
  expect(priceText({ price: 7n, expo: 0 })).toBe('7')
})

test('one update decides a second', () => {
  const update = { publishAt: 20, previousAt: 18 }
  expect([18, 19, 20, 21].map((second) => decides(update, second))).toEqual([false, true, true, false])
})

test('sets are read from their text, and the test set is made of the test keys', () => {
  const addresses = TEST_SECRETS.map((each) => addressOf(secp256k1.getPublicKey(each, false)).toString('hex'))
  expect(TEST_SIGNER_SET.addresses).toEqual(addresses)
  expect(TEST_SIGNER_SET.id).toBe(createHash('sha256').update(TEST_SIGNERS).digest('hex').slice(0, 16))
  expect(readSignerSet(PUBLISHED_SIGNERS)).toMatchObject({ index: 5, quorum: 3, addresses: { length: 5 } })
  expect(readSignerSet(TEST_SIGNERS.replace('|3|', '|6|'))).toBeUndefined()
  expect(readSignerSet(TEST_SIGNERS.replace('signers|1', 'signers|2'))).toBeUndefined()
  expect(testSignature(0, Buffer.alloc(88))).toHaveLength(66)
})

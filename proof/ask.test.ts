import { createRequestId } from '../src/domain/requestId'
import { NOON } from '../test/client/factories'
import { AGREED, acceptedOf, askedOf, DEVICE, ORIGIN } from '../test/client/house'
import { type AskedFields, isAskSigned, minorUnits, unseenLog } from './ask'
import { askedAt } from './entry'
import { EMPTY_ROOT } from './hashing'
import { isSignedBy } from './signatures'
import { signerOf } from './signing'

const ORDER: AskedFields = {
  id: createRequestId(NOON, (length) => new Uint8Array(length)),
  symbol: 'BTCUSDT',
  direction: 'up',
  stake: '100.00',
  durationSeconds: 60,
  earningsRateBp: 8200,
}

test('a device signs what it asks for and which log it has seen, as the texts of docs/PROOF_FORMAT.md say', () => {
  const { ask } = askedOf(ORDER)
  const text = `ask|1|${ORIGIN}|${ORDER.id}|BTCUSDT|up|10000|USD|2|60|8200|3|${'11'.repeat(32)}|${DEVICE.publicKey}`
  expect(ask).toMatchObject({ seenHead: 3, seenRoot: '11'.repeat(32), deviceKey: DEVICE.publicKey })
  expect(isSignedBy(text, ask.signature, DEVICE.publicKey)).toBe(true)
})

test('a device that has seen nothing of a log says so', () => {
  expect(askedOf(ORDER, unseenLog(ORIGIN)).ask).toMatchObject({ seenHead: 0, seenRoot: EMPTY_ROOT })
  expect(EMPTY_ROOT).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test('the signature is for one order in one log', () => {
  const { ask } = askedOf(ORDER)
  const { signature: deviceSignature, ...seen } = ask
  const agreed = { ...ORDER, ...AGREED, ...seen, deviceSignature, stake: '10000' }
  const terms = { ...acceptedOf(askedOf(ORDER)).acceptance.terms, ...agreed }
  expect(isAskSigned(ORIGIN, terms)).toBe(true)
  expect(isAskSigned('other.test/log', terms)).toBe(false)
  for (const change of [{ direction: 'down' }, { stake: '10001' }, { seenHead: 4 }, { scale: 0 }, { currency: 'JPY' }])
    expect(isAskSigned(ORIGIN, { ...terms, ...change } as typeof terms)).toBe(false)
})

test('the id says when it was asked for', () => {
  expect(askedAt(ORDER.id)).toBe(NOON)
})

test.each([
  ['100.00', 2, '10000'],
  ['0.01', 2, '1'],
  ['12.5', 4, '125000'],
  ['7', 0, '7'],
])('%s of scale %i is %s minor units', (amount, scale, minor) => {
  expect(minorUnits(amount, scale)).toBe(minor)
})

test('a seed of another length makes no key', () => {
  for (const seed of ['', '05', 'xy'.repeat(32)]) expect(() => signerOf(seed)).toThrow(RangeError)
})

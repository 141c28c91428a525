import nacl from 'tweetnacl'
import type { OrderTerms } from '../contract/proof'
import { createRequestId } from '../src/domain/requestId'
import { NOON } from '../test/client/factories'
import { acceptedOf, askedOf, LOG_KEYS } from '../test/client/house'
import { acceptanceOf } from '../test/client/receipts'
import { acceptanceProblems } from './acceptance'

const ASKED = askedOf({
  id: createRequestId(NOON, (length) => new Uint8Array(length)),
  symbol: 'BTCUSDT',
  direction: 'up',
  stake: '100.00',
  durationSeconds: 60,
  earningsRateBp: 8200,
})
const problemsOf = (changes: Partial<OrderTerms>) =>
  acceptanceProblems(acceptedOf(ASKED, changes).acceptance, ASKED, LOG_KEYS)

test('an acceptance of what was asked for, when it was asked for, has no problem', () => {
  expect(problemsOf({})).toEqual([])
})

test.each([
  ['staleAfterMs', 0],
  ['entryTimeoutMs', 86_400_000],
  ['scale', 0],
  ['currency', 'JPY'],
  ['source', 'binance'],
  ['instrument', 'BTCUSD'],
  ['direction', 'down'],
  ['stake', '10001'],
  ['payout', '18199'],
  ['earningsRateBp', 8000],
  ['durationSeconds', 30],
  ['symbol', 'ETHUSDT'],
  ['rule', 4],
] as const)('another %s than the page said or the user confirmed is named', (field, value) => {
  expect(problemsOf({ [field]: value } as Partial<OrderTerms>)).toContainEqual({ kind: 'term', field })
})

test.each([2_999, 3_000, 3_998, 4_000, 4_999])(
  'an acceptance with the entry %i ms after the press names another second',
  (ms) => {
    expect(problemsOf({ acceptedAt: NOON + ms })).toEqual([{ kind: 'time' }])
  },
)

test('a signature of another key, or over another text, proves nothing', () => {
  const { acceptance } = acceptedOf(ASKED)
  const stranger = acceptanceOf(acceptance.terms, nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(9)))
  for (const forged of [stranger, { ...acceptance, signature: '00'.repeat(64) }])
    expect(acceptanceProblems({ ...acceptance, ...forged }, ASKED, LOG_KEYS)).toEqual([{ kind: 'signature' }])
})

test.each([
  ['deviceSignature', '00'.repeat(64)],
  ['deviceKey', '11'.repeat(32)],
  ['seenHead', 2],
  ['seenRoot', '22'.repeat(32)],
])('an acceptance without what the device has signed (%s) is named', (field, value) => {
  expect(problemsOf({ [field]: value })).toEqual([{ kind: 'ask' }])
})

import { loadConfig } from './config'
import { settingsToAgreeOn } from './sharedSettings'

const LIMITS = { minimum: '10.00', maximum: '500.00' }
const BANK = { id: 'bank', kind: 'bank', payee: 'Fairtick Ltd', bank: 'Test Bank', accountNumber: '12-34', ...LIMITS }
const TRON = { id: 'tron', kind: 'currency', chain: 'TRON', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', ...LIMITS }
const CARD = { id: 'card', kind: 'gateway', payUrl: 'https://pay.example/checkout', ...LIMITS }
const SECRET = 'a secret that only the paying service and this server know'

/** A node with these three channels. */
const nodeWith = (env: Record<string, string>, bank: object = {}, tron: object = {}, card: object = {}) =>
  settingsToAgreeOn(
    loadConfig({
      DEPOSIT_CHANNELS: JSON.stringify([
        { ...BANK, ...bank },
        { ...TRON, ...tron },
        { ...CARD, ...card },
      ]),
      DEPOSIT_SECRET_CARD: SECRET,
      ...env,
    }),
  )

/** Settings that may differ for a while, and in which this node is not like the usual one. */
const differing = (node: ReturnType<typeof settingsToAgreeOn>) => {
  const usual = nodeWith({})
  return Object.keys(usual.terms).filter((name) => usual.terms[name] !== node.terms[name])
}

test.each([
  ['the account that users pay to', nodeWith({}, { accountNumber: '56-78' })],
  ['its owner', nodeWith({}, { payee: 'Somebody Else' })],
  ['the note', nodeWith({}, { note: 'Only from an account in your own name' })],
  ['the address', nodeWith({}, {}, { address: 'TSaQxrBZkKc8NSFtHxwiBtzLUk5KR9czQW' })],
  ['the page that takes cards', nodeWith({}, {}, {}, { payUrl: 'https://elsewhere.example/checkout' })],
  ['its secret', nodeWith({ DEPOSIT_SECRET_CARD: SECRET.toUpperCase() })],
  ['the least amount', nodeWith({}, { minimum: '20.00' })],
])('nodes notice that a channel of theirs differs in %s', (_what, node) => {
  expect(differing(node)).toEqual(['DEPOSIT_…'])
})

test('nodes with the same settings have nothing to notice', () => {
  expect(differing(nodeWith({}))).toEqual([])
  expect(differing(nodeWith({ WITHDRAWAL_FEE_BP: '20' }))).toEqual(['WITHDRAWAL_…'])
})

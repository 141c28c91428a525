import { loadConfig } from '../../config'
import { ConfigError } from '../../shared/env'
import { readChannels } from './settings'

const SECRET = 'x'.repeat(32)
const bank = { id: 'bank-1', kind: 'bank', payee: 'P', bank: 'B', accountNumber: '1', minimum: '1.00', maximum: '2.00' }
const currency = {
  id: 'usdt',
  kind: 'currency',
  chain: 'TRON',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  minimum: '1.00',
  maximum: '2.00',
}
const gateway = { id: 'card-pay', kind: 'gateway', payUrl: 'https://pay.example/x', minimum: '1.00', maximum: '2.00' }

const load = (channels: unknown, env: Record<string, string> = {}) =>
  loadConfig({ DEPOSIT_CHANNELS: typeof channels === 'string' ? channels : JSON.stringify(channels), ...env }).deposits

test('without settings a demo offers three ways to deposit, and everything has a value', () => {
  const { deposits, withdrawals, payoutAccounts } = loadConfig({})
  expect(deposits.channels.map((channel) => channel.kind)).toEqual(['demo', 'bank', 'currency'])
  expect(deposits.presets).toEqual([10_000n, 50_000n, 100_000n, 500_000n])
  expect(deposits.expiryMs).toBe(72 * 3_600_000)
  expect(withdrawals).toEqual({
    minimum: 1_000n,
    maximum: 5_000_000n,
    dailyLimit: 10_000_000n,
    feeFixed: 100n,
    feeRateBp: 10,
    arrivalHours: 24,
    secondFactorRequired: false,
  })
  expect(payoutAccounts).toEqual({ restMs: 0 })
})

test('channels are read, and the demo stays first', () => {
  const deposits = load([bank, currency, gateway], { DEPOSIT_SECRET_CARD_PAY: SECRET })
  expect(deposits.channels.map((channel) => channel.id)).toEqual(['demo', 'bank-1', 'usdt', 'card-pay'])
  expect(deposits.channels[3]).toMatchObject({ kind: 'gateway', minimum: 100n })
})

test('live funds have no demo channel, and none that nobody set', () => {
  const options = { funds: 'live', scale: 2, demoMaximum: 1n, secretOf: () => SECRET } as const
  expect(readChannels(undefined, options)).toEqual([])
  expect(readChannels(JSON.stringify([bank, gateway]), options).map((channel) => channel.kind)).toEqual([
    'bank',
    'gateway',
  ])
})

test('a low cap of the operator bounds what nobody set', () => {
  const { deposits, withdrawals } = loadConfig({ OPS_CAP: '500.00' })
  expect(withdrawals.maximum).toBe(50_000n)
  expect(deposits.channels.filter((channel) => channel.kind !== 'demo').map((channel) => channel.maximum)).toEqual([
    50_000n,
    50_000n,
  ])
})

test.each<[string, unknown, Record<string, string>]>([
  ['not JSON', '{', {}],
  ['must be a list', '{}', {}],
  ['fewer than 20', Array.from({ length: 20 }, (_, index) => ({ ...bank, id: `bank-${index}` })), {}],
  ['not a channel', [null], {}],
  ['whose "id" is not', [{ ...bank, id: 'Bank' }], {}],
  ['needs "kind"', [{ ...bank, kind: 'demo' }], {}],
  ['needs "kind"', [{ ...bank, kind: 'constructor' }], {}],
  ['has "adress"', [{ ...bank, adress: 'x' }], {}],
  ['needs "payee"', [{ ...bank, payee: ' ' }], {}],
  ['needs "bank"', [{ ...bank, bank: 'x'.repeat(121) }], {}],
  ['needs "minimum"', [{ ...bank, minimum: 1 }], {}],
  ['needs "maximum"', [{ ...bank, maximum: '0.001' }], {}],
  ['above its "maximum"', [{ ...bank, minimum: '3.00' }], {}],
  ['above OPS_CAP', [{ ...bank, maximum: '200000.00' }], {}],
  ['the id "bank-1" twice', [bank, bank], {}],
  ['the id "demo" twice', [{ ...bank, id: 'demo' }], {}],
  ['one of BTC, ETH, TRON', [{ ...currency, chain: 'DOGE' }], {}],
  ['not one of ETH', [{ ...currency, chain: 'ETH' }], {}],
  ['needs "payUrl"', [{ ...gateway, payUrl: 'http://pay.example' }], { DEPOSIT_SECRET_CARD_PAY: SECRET }],
  ['DEPOSIT_SECRET_CARD_PAY', [gateway], {}],
  ['DEPOSIT_SECRET_CARD_PAY', [gateway], { DEPOSIT_SECRET_CARD_PAY: 'short' }],
  ['DEPOSIT_SECRET_CARD_PAY', [gateway], { DEPOSIT_SECRET_CARD_PAY: `${SECRET},short` }],
  ['DEPOSIT_SECRET_CARD_PAY', [gateway], { DEPOSIT_SECRET_CARD_PAY: [SECRET, SECRET, SECRET].join() }],
])('a sentence says "%s"', (part, channels, env) => {
  let message = ''
  try {
    load(channels, env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    message = error instanceof Error ? error.message : ''
  }
  expect(message).toContain(part)
  expect(message).toMatch(/^[^\n]*\.$/)
})

test.each([
  [{ WITHDRAWAL_MIN: '1.00' }, 'more than the fee'],
  [{ WITHDRAWAL_MIN: '100.00', WITHDRAWAL_MAX: '50.00' }, 'above WITHDRAWAL_MAX'],
  [{ WITHDRAWAL_MAX: '100001.00' }, 'OPS_CAP'],
  [{ WITHDRAWAL_FEE_BP: '5001' }, 'WITHDRAWAL_FEE_BP'],
  [{ WITHDRAWAL_FEE: 'free' }, 'WITHDRAWAL_FEE'],
  [{ DEPOSIT_PRESETS: '1.00,x' }, 'DEPOSIT_PRESETS'],
  [{ DEPOSIT_EXPIRY_HOURS: '0' }, 'DEPOSIT_EXPIRY_HOURS'],
])('%j is refused', (env, part) => expect(() => loadConfig(env)).toThrow(part))

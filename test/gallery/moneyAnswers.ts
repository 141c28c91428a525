import { CAPITAL_KINDS } from '../../contract/capitalRecord'
import { DEPOSIT_KINDS, type DepositKind } from '../../contract/depositKinds'
import type { Deposit } from '../../contract/deposits'
import type { Withdrawal } from '../../contract/withdrawals'
import { earningOf, movementOf, savingsOf, withdrawalTermsOf } from '../client/factories'
import type { Known } from './known'
import { HOUR, instant, ORDER_ID } from './userAnswers'

/** What the invented server says of deposits, withdrawals, savings and the record of money. */

const idOf = (last: number) => `019aa1b2-0000-7000-8000-0000000001${10 + last}`
const channelId: Record<DepositKind, string> = { demo: 'demo', bank: 'bank', currency: 'tron', gateway: 'gate' }
const PAY_TO: Record<DepositKind, Deposit['instructions']> = {
  demo: [],
  bank: [
    { kind: 'payee', value: 'Fairtick Treuhandgesellschaft mbH' },
    { kind: 'bank', value: 'Commerzbank Frankfurt am Main' },
    { kind: 'account_number', value: 'DE89 3704 0044 0532 0130 00' },
    { kind: 'reference', value: 'FD-7K3QX9T2AB' },
  ],
  currency: [
    { kind: 'chain', value: 'TRON' },
    { kind: 'address', value: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    { kind: 'note', value: 'USDT (TRC-20)' },
  ],
  gateway: [{ kind: 'pay_url', value: 'https://pay.example.com/FD-7K3QX9T2AB' }],
}

const depositOf = (last: number, kind: DepositKind, changes: Partial<Deposit> = {}): Deposit => ({
  id: idOf(last),
  reference: `FD-7K3QX9T2A${last}`,
  channel: channelId[kind],
  channelKind: kind,
  channelLabel: null,
  amount: '3219.87',
  status: 'under_review',
  reason: null,
  instructions: PAY_TO[kind],
  canCancel: true,
  canAddReceipt: kind === 'bank',
  timeline: [{ step: 'created', at: instant(-HOUR) }],
  createdAt: instant(-HOUR),
  expiresAt: instant(23 * HOUR),
  dueAt: kind === 'gateway' ? null : instant(11 * HOUR),
  ...changes,
})
const over = { canCancel: false, canAddReceipt: false, expiresAt: null, instructions: [] }
const deposits = [
  depositOf(1, 'demo', {
    ...over,
    status: 'successful',
    timeline: [
      { step: 'created', at: instant(-2 * HOUR) },
      { step: 'credited', at: instant(-2 * HOUR) },
    ],
  }),
  depositOf(2, 'bank'),
  depositOf(3, 'currency'),
  depositOf(4, 'gateway', { ...over, status: 'failed', reason: { code: 'rejected', note: 'payer_differs' } }),
]

const METHOD = { kind: 'bank_card', name: 'Commerzbank Frankfurt am Main', masked: 'DE** **** **** 3000' } as const
const withdrawalOf = (last: number, changes: Partial<Withdrawal> = {}): Withdrawal => ({
  id: idOf(last),
  reference: `FW-7K3QX9T2A${last}`,
  amount: '500.00',
  fee: '3.50',
  received: '496.50',
  method: METHOD,
  status: 'under_review',
  reason: null,
  payoutReference: null,
  canCancel: true,
  timeline: [
    { step: 'created', at: instant(-HOUR) },
    { step: 'picked_up', at: instant(-HOUR / 2) },
  ],
  createdAt: instant(-HOUR),
  expectedAt: instant(23 * HOUR),
  ...changes,
})
const withdrawals = [
  withdrawalOf(5),
  withdrawalOf(6, { status: 'successful', canCancel: false, payoutReference: 'SEPA-2026-11-20-000123' }),
  withdrawalOf(7, {
    status: 'failed',
    canCancel: false,
    reason: { code: 'rejected', note: 'account_holder_differs: please bind an account in your own name' },
  }),
]

const orders = { count: 321, voided: 2, stakes: '123456.00', returned: '124660.10', result: '1204.10' }

export const MONEY_ANSWERS: Known = {
  listDepositChannels: {
    items: (Object.keys(DEPOSIT_KINDS) as DepositKind[]).map((kind) => ({
      id: channelId[kind],
      kind,
      label: null,
      minimum: '10.00',
      maximum: '100000.00',
    })),
    presets: ['100.00', '500.00', '1000.00', '5000.00'],
  },
  createDeposit: ({ body }) => deposits.find(({ channel }) => channel === body.channel) ?? depositOf(8, 'bank'),
  listDeposits: { items: deposits, nextCursor: null },
  getDeposit: ({ params }) => deposits.find(({ id }) => id === params.id) ?? depositOf(8, 'bank'),
  getWithdrawalTerms: withdrawalTermsOf({ available: '9310.00', method: METHOD }),
  listWithdrawals: { items: withdrawals, nextCursor: null },
  getWithdrawal: ({ params }) => withdrawals.find(({ id }) => id === params.id) ?? withdrawalOf(8),
  getPayoutAccount: {
    account: {
      kind: 'bank_card',
      accountName: 'Anna-Lena Müller-Lüdenscheidt',
      nationality: 'DE',
      bank: 'Commerzbank Frankfurt am Main',
      chain: null,
      numberKind: 'iban',
      masked: 'DE** **** **** **** **30 00',
      bankCode: null,
      accountAddress: 'Kaiserplatz 1, Frankfurt am Main',
      boundAt: instant(-900 * HOUR),
      payableFrom: null,
    },
    changeOpen: false,
    payeeDiffers: false,
    payeeReview: null,
  },
  listCapitalRecord: {
    items: CAPITAL_KINDS.map((kind, index) => ({
      id: String(100 - index),
      kind,
      amount: index % 2 === 0 ? '12500.00' : '-12500.00',
      balance: index % 2 === 0 ? '21810.00' : '9310.00',
      at: instant(-index * 9 * HOUR),
      reference: kind.startsWith('order') ? 'FT-01JD7Q4ZK8' : 'FD-7K3QX9T2AB',
      orderId: kind.startsWith('order') ? ORDER_ID : null,
      symbol: kind.startsWith('order') ? 'BTCUSDT' : null,
    })),
    nextCursor: null,
  },
  getStatement: ({ query }) => ({
    period: String(query.period),
    timeZone: String(query.timeZone),
    from: '2026-11-01T00:00:00Z',
    to: '2026-12-01T00:00:00Z',
    opening: '10000.00',
    closing: '15650.36',
    deposits: { count: 4, amount: '5000.00' },
    withdrawals: { count: 1, amount: '500.00', fees: '3.50' },
    orders: { total: orders, products: ['BTCUSDT', 'ETHUSDT'].map((symbol) => ({ symbol, ...orders })) },
    savings: { deposited: '3000.00', transferredOut: '100.00', earned: '21.84' },
  }),
  getSavings: savingsOf(),
  listSavingsIncomes: ({ query }) => ({
    items: Array.from({ length: Number(query.days) }, (_, at) => ({
      day: new Date(Date.UTC(2026, 10, 19 - Number(query.days) + at + 1)).toISOString().slice(0, 10),
      perTenThousand: (0.62 + Math.sin(at / 3) / 50).toFixed(4),
      rate: (2.3 + Math.sin(at / 3) / 20).toFixed(3),
    })),
  }),
  listSavingsMovements: {
    items: [
      movementOf(),
      movementOf({
        id: idOf(9),
        kind: 'transfer_out',
        status: 'confirmed',
        tradeDay: null,
        confirmedOn: null,
        firstEarningsShownOn: null,
      }),
    ],
    nextCursor: null,
  },
  listSavingsEarnings: { items: [earningOf(), earningOf({ day: '2026-11-18', amount: '0.16' })], nextCursor: null },
}

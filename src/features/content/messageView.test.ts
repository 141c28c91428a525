import type { MessageKind } from '../../../contract/messageFacts'
import type { Message } from '../../../contract/messages'
import { formatDateTime } from '../../domain/time'
import { startI18n, translate } from '../../i18n'
import { createFormat } from '../../i18n/format'
import { type MessageTerms, viewMessage } from './messageView'

const terms: MessageTerms = {
  t: translate,
  amount: (text) => `${createFormat('en-US').number(text)} USD`,
  signed: (text) => `${createFormat('en-US').signed(text)} USD`,
  price: createFormat('en-US').number,
  time: (iso) => formatDateTime(iso, 'utc', { seconds: true }),
  product: (symbol) => (symbol === 'BTCUSDT' ? 'BTC/USDT' : symbol),
}
// The server's own tests cover what it sends; here the facts of all kinds go through one table.
const messageOf = (kind: MessageKind, facts: Record<string, string> = {}) =>
  ({
    id: '1',
    kind,
    facts,
    title: kind === 'announcement' ? 'Holiday hours' : null,
    body: kind === 'announcement' ? 'Closed on Thursday.\n\nOpen on Friday.' : null,
    createdAt: '2026-11-20T10:00:00Z',
    read: false,
  }) as Message
const wordsOf = (kind: MessageKind, facts?: Record<string, string>) => {
  const { title, result, lines, page } = viewMessage(messageOf(kind, facts), terms)
  return [title, ...(result ? [result.text] : []), ...lines, page]
}

beforeAll(() => startI18n('en-US'))

const ORDER = { orderId: 'x', number: 'FT-01', symbol: 'BTCUSDT', status: 'won', profitLoss: '82.00' }

const ALERT = {
  alertId: 'x',
  symbol: 'BTCUSDT',
  direction: 'above',
  price: '68400.0',
  tickPrice: '68412.5',
  tickSequence: '1207',
  tickAt: '2026-11-20T14:02:31.250Z',
}

test.each<[MessageKind, Record<string, string>, (string | undefined)[]]>([
  ['order_settled', ORDER, ['Order won', '+82.00 USD', 'BTC/USDT · FT-\u206001', '/pages/order/closed']],
  [
    'order_settled',
    { ...ORDER, status: 'void', profitLoss: '0.00' },
    ['Order voided', 'BTC/USDT · FT-\u206001: your amount has been refunded in full.', '/pages/order/closed'],
  ],
  [
    'price_alert',
    ALERT,
    [
      'Price reached',
      'BTC/USDT rose to 68,412.5. Your alert: 68,400.0.',
      'Price no. 1207 of the public log, 2026/11/20 14:02:31',
      '/pages/Detail/Detail',
    ],
  ],
  [
    'price_alert',
    { ...ALERT, direction: 'below' },
    [
      'Price reached',
      'BTC/USDT fell to 68,412.5. Your alert: 68,400.0.',
      'Price no. 1207 of the public log, 2026/11/20 14:02:31',
      '/pages/Detail/Detail',
    ],
  ],
  [
    'deposit_successful',
    { amount: '1000.00', reference: 'D1' },
    [
      'Deposit successful',
      '1,000.00 USD has been added to your balance.',
      'Reference: D1',
      '/pages/withdraw-list/withdraw-open',
    ],
  ],
  [
    'deposit_failed',
    { amount: '50.00', reference: 'D2', reason: 'expired' },
    [
      'Deposit failed',
      'Your deposit of 50.00 USD didn’t go through.',
      'Reason: the payment didn’t arrive in time',
      'Reference: D2',
      '/pages/withdraw-list/withdraw-open',
    ],
  ],
  [
    'withdrawal_successful',
    { amount: '100.00', received: '98.00', reference: 'W1' },
    [
      'Withdrawal successful',
      '98.00 USD of your 100.00 USD withdrawal has been sent to your withdrawal account.',
      'Reference: W1',
      '/pages/withdraw-list/withdraw-list',
    ],
  ],
  [
    'withdrawal_failed',
    { amount: '100.00', reference: 'W2', reason: 'rejected', note: 'Name does not match the bank' },
    [
      'Withdrawal failed',
      'Your withdrawal of 100.00 USD didn’t go through. The money is back in your available balance.',
      'Reason: Note from our team: “Name does not match the bank”',
      'Reference: W2',
      '/pages/withdraw-list/withdraw-list',
    ],
  ],
  ['verification_verified', {}, ['Identity verified', 'You can now make withdrawals.', '/pages/verify/verify']],
  [
    'verification_rejected',
    { reason: 'The photo is blurred' },
    [
      'Verification not approved',
      'Reason: Note from our team: “The photo is blurred”',
      'Correct your details and submit them again.',
      '/pages/verify/verify',
    ],
  ],
  [
    'savings_confirmed',
    { amount: '500.00', day: '2026-11-20' },
    [
      'Savings deposit confirmed',
      '500.00 USD was confirmed on Nov 20, 2026 and earns every day from then on.',
      '/pages/Particulars/Particulars',
    ],
  ],
  [
    'security',
    { event: 'payout_account_changed' },
    [
      'Withdrawal account changed',
      'If this wasn’t you, contact customer service right away.',
      '/pages/account/account',
    ],
  ],
  [
    'security',
    { event: 'payee_name_accepted' },
    ['Account holder’s name accepted', 'You can withdraw to this account.', '/pages/account/account'],
  ],
  [
    'security',
    { event: 'payee_name_refused', reason: 'other: Send us a bank statement.' },
    [
      'Account holder’s name not accepted',
      'Reason: Note from our team: “Send us a bank statement.”',
      'Add an account in your own name.',
      '/pages/account/account',
    ],
  ],
  ['announcement', {}, ['Holiday hours', 'Closed on Thursday.', 'Open on Friday.', undefined]],
])('%s %p', (kind, facts, words) => {
  expect(wordsOf(kind, facts)).toEqual(words)
})

test('a settled order leads to that order', () => {
  expect(viewMessage(messageOf('order_settled', ORDER), terms).params).toEqual({ id: 'x' })
})

test('a reached price leads to its product', () => {
  expect(viewMessage(messageOf('price_alert', ALERT), terms).params).toEqual({ symbol: 'BTCUSDT' })
})

test('a new device is named with its address', () => {
  const facts = { event: 'login_new_device', device: 'Chrome on Android', address: '203.0.113.9' }
  expect(wordsOf('security', facts).slice(1, 3)).toEqual(['Device: Chrome on Android', 'IP address: 203.0.113.9'])
})

test('what only a newer server knows still makes words', () => {
  expect(wordsOf('security', { event: 'toString' })).toEqual(['Security notice', '/pages/set/set'])
  expect(wordsOf('deposit_failed', { amount: '1.00', reason: 'constructor', reference: 'D' })).toContain(
    'Reason: not approved; contact customer service for details',
  )
  expect(wordsOf('medal_given' as MessageKind)).toEqual(['Announcement', undefined])
})

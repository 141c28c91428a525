import type { StaffActionName } from '../../../contract/console'
import type { EndedProposal, Proposal } from '../../../contract/consoleProposals'
import { ACCOUNT_LIMIT_KINDS } from '../../../contract/limits'
import { HOUR, instant } from '../userAnswers'
import { DEPOSITS, VERIFICATIONS, WITHDRAWALS } from './itemKeys'
import type { Known } from './server'

/** Users, and what colleagues have proposed. */

const found = {
  id: '1017',
  account: 'lin_mei88',
  nickname: 'Lin Mei',
  phone: '+49 151 ••••• 678',
  registeredAt: instant(-400 * HOUR),
}

/** A movement that staff refused, one that its user ended, and one that went well. */
const movement = {
  amount: '1250.00',
  createdAt: instant(-9 * HOUR),
  channel: { channel: 'bank', channelKind: 'bank' as const, channelLabel: null },
  method: null,
}

const asked = {
  account: null,
  amount: null,
  product: null,
  change: null,
  line: null,
  bank: null,
  proposedBy: 'bea',
  reason: 'the name and the number match',
  createdAt: instant(-HOUR),
}
const proposal = (id: number, action: StaffActionName, changes: Partial<Proposal>): Proposal => ({
  ...asked,
  id: String(id),
  action,
  subject: `user ${VERIFICATIONS.mine}`,
  params: {},
  mine: false,
  mayAgree: true,
  agreers: ['maximiliane', 'otto'],
  expiresAt: instant(23 * HOUR),
  ...changes,
})

const bank = {
  fileName: 'umsaetze-2026-11-20.csv',
  place: 3,
  bookedOn: '2026-11-20',
  amount: '1205.00',
  currency: 'USD',
}

export const PROPOSALS = {
  credit: '41',
  mine: '42',
  code: '43',
  payment: '44',
  change: '45',
  aside: '46',
  verified: '47',
}

const WAITING: Proposal[] = [
  proposal(41, 'deposits.approve', {
    subject: DEPOSITS.proposed,
    account: 'lin_mei88',
    amount: '1250.00',
    bank: { ...bank, agrees: false, difference: '-45.00', lines: 2 },
    params: { reference: DEPOSITS.proposed, amount: '1250.00', bankAmount: '1205.00', late: true },
  }),
  proposal(42, 'users.freeze', {
    mine: true,
    account: 'lin_mei88',
    params: { user: '1017', kind: 'money_out', told: 'identity_check', note: 'Call us before noon' },
  }),
  proposal(43, 'reset-codes.issue', { account: 'lin_mei88', params: { user: '1017', kind: 'login' }, agreers: [] }),
  proposal(44, 'withdrawals.reject', {
    subject: WITHDRAWALS.chain,
    account: 'kim_lee21',
    amount: '99.00',
    mayAgree: false,
    params: { reference: WITHDRAWALS.chain, told: 'account_holder_differs', notSent: true },
  }),
  proposal(45, 'products.withdraw', {
    subject: 'BNBUSDT',
    product: { symbol: 'BNBUSDT', names: { 'en-US': 'Binance Coin', 'zh-CN': '币安币' } },
    change: {
      part: 'stakes',
      from: instant(48 * HOUR),
      terms: { stakeMin: '5.00', stakeMax: '50.00', stakePresets: [] },
    },
    params: { change: '7' },
  }),
  proposal(46, 'statement-lines.set-aside', { subject: 'line 31', line: bank, params: { line: '31' } }),
  proposal(47, 'verifications.reject', {
    subject: `user ${VERIFICATIONS.proposed}`,
    account: 'lin_mei1020',
    params: { user: VERIFICATIONS.proposed, told: 'photo_unclear', note: 'the lower edge' },
  }),
]

const ended = (outcome: EndedProposal['outcome']): EndedProposal => ({
  ...asked,
  id: '31',
  action: 'sessions.end',
  subject: 'user 1017',
  account: 'lin_mei88',
  params: { user: '1017' },
  outcome,
  decidedBy: outcome === 'expired' ? null : 'otto',
  decisionReason: outcome === 'refused' ? 'the caller was not the user' : null,
  endedAt: instant(-HOUR / 2),
})

export const PEOPLE_ANSWERS: Known = {
  searchUsers: { items: [found] },
  openUser: {
    ...found,
    verification: 'verified',
    secondFactor: true,
    available: '9310.00',
    inOrders: '200.00',
    inWithdrawal: '1250.00',
    savings: '0.00',
    onBreakUntil: instant(160 * HOUR),
    freezes: [{ kind: 'money_out', reason: 'identity_check: Call us before noon', by: 'bea', at: instant(-HOUR) }],
    notes: [{ author: 'bea', text: 'Called twice about the same transfer.', at: instant(-HOUR) }],
    sessions: [{ device: 'Chrome on Android', createdAt: instant(-40 * HOUR), lastSeenAt: instant(-HOUR) }],
    limits: ACCOUNT_LIMIT_KINDS.map((kind) => ({ kind, value: '1000.00', used: '120.00' })),
    orders: (['won', 'lost', 'void', 'open'] as const).map((status, index) => ({
      id: `019aa1b2-0000-7000-8000-00000000090${index}`,
      number: `FT-01JD7Q4ZK${index}`,
      symbol: 'BTCUSDT',
      direction: 'up',
      stake: '100.00',
      status,
      result: status === 'open' ? null : '82.00',
      createdAt: instant(-index * HOUR),
    })),
  },
  listUserMoney: ({ params: { kind } }) => ({
    items:
      kind === 'withdrawals'
        ? []
        : [
            { ...movement, reference: DEPOSITS.paid, status: 'successful', reason: null },
            {
              ...movement,
              reference: 'FD-2QCY9N0009',
              status: 'failed',
              reason: { code: 'cancelled_by_user', note: null },
            },
            {
              ...movement,
              reference: 'FD-2QCY9N0010',
              status: 'failed',
              reason: { code: 'rejected', note: 'payment_not_found: Send us the receipt' },
            },
          ],
    nextCursor: 'b2xkZXI',
  }),
  addUserNote: null,
  listProposals: { items: WAITING },
  listEndedProposals: ({ query: { outcome = 'agreed' } }) => ({ items: [ended(outcome)], nextCursor: null }),
  takeAction: { state: 'done', proposal: null, result: {} },
  agreeToProposal: { state: 'done', proposal: null, result: {} },
  refuseProposal: null,
}

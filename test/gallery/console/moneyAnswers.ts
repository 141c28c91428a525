import type { DepositItem, OpenDeposit, OpenWithdrawal, WithdrawalItem } from '../../../contract/consoleMoney'
import { WITHDRAWAL_RISKS } from '../../../contract/consoleMoney'
import { DESK_MAX, WAITING_KINDS } from '../../../contract/consoleWaiting'
import { HOUR, instant } from '../userAnswers'
import { DEPOSITS, VERIFICATIONS, WITHDRAWALS } from './itemKeys'
import type { Known } from './server'

/** What waits: verifications, payees, deposits and withdrawals, each free, claimed and decided. */

const NAME = 'Anna-Lena Müller-Lüdenscheidt'
const MINE = { by: 'maximiliane', mine: true, until: instant(HOUR / 4) }
const THEIRS = { by: 'bea', mine: false, until: instant(HOUR / 4) }
const claims = { free: null, mine: MINE, theirs: THEIRS } as const

/** Claims of this visit: what was free and is claimed now. */
let claimed = new Set<string>()
export const forgetClaims = () => {
  claimed = new Set()
}
const claimOf = <T extends { key: string; claim: unknown }>(item: T): T =>
  claimed.has(item.key) ? { ...item, claim: MINE } : item

const item = { account: 'lin_mei88', amount: '1250.00', createdAt: instant(-3 * HOUR), dueAt: instant(HOUR / 2) }

const verification = (key: string, hours: number, claim: keyof typeof claims = 'free') => ({
  key,
  account: `lin_mei${key}`,
  status: claim === 'free' ? ('submitted' as const) : ('under_verification' as const),
  nationality: 'DE',
  attempt: 2,
  submittedAt: instant(-hours * HOUR),
  dueAt: instant((24 - hours) * HOUR),
  claim: claims[claim],
})

const deposit = (key: string, changes: Partial<DepositItem> = {}): DepositItem => ({
  ...item,
  key,
  status: 'under_review',
  channel: 'bank',
  channelKind: 'bank',
  channelLabel: null,
  hasProof: true,
  claim: MINE,
  ...changes,
})
const bank = {
  fileName: 'umsaetze-2026-11-20.csv',
  place: 3,
  bookedOn: '2026-11-20',
  amount: '1250.00',
  currency: 'USD',
  agrees: true,
  difference: '0.00',
  lines: 1,
  text: `EINZAHLUNG ${DEPOSITS.matched} ${NAME}`,
  line: '31',
  isExact: true,
  payer: { name: NAME, isNamed: true },
}
const UNDER_REVIEW = [
  deposit(DEPOSITS.matched),
  deposit(DEPOSITS.free, { claim: null, account: 'kim_lee21', amount: '80.00' }),
  deposit(DEPOSITS.theirs, { claim: THEIRS, dueAt: instant(-HOUR) }),
  deposit(DEPOSITS.differs),
  deposit(DEPOSITS.unnamed, { channel: 'usdt', channelKind: 'currency' }),
  deposit(DEPOSITS.proposed),
]
const PAID = [deposit(DEPOSITS.paid, { status: 'successful', claim: null, dueAt: null })]
const FAILED = [deposit(DEPOSITS.expired, { status: 'failed', dueAt: null })]
const OPENED: Record<string, Partial<OpenDeposit>> = {
  [DEPOSITS.matched]: { bank },
  [DEPOSITS.free]: { bank },
  [DEPOSITS.differs]: {
    bank: {
      ...bank,
      amount: '1205.00',
      agrees: false,
      difference: '-45.00',
      lines: 2,
      isExact: false,
      payer: { name: NAME, isNamed: false },
    },
  },
  [DEPOSITS.unnamed]: {
    hasProof: false,
    notices: [{ status: 'paid', amount: '1250.00', refusal: 'amount_invalid', at: instant(-HOUR) }],
  },
  [DEPOSITS.expired]: { reason: { code: 'expired', note: null }, hasProof: false },
}
const deposits = [...UNDER_REVIEW, ...PAID, ...FAILED]
const depositsOf = { under_review: UNDER_REVIEW, successful: PAID, failed: FAILED }

const withdrawal = (key: string, changes: Partial<WithdrawalItem> = {}): WithdrawalItem => ({
  ...item,
  key,
  status: 'under_review',
  method: 'bank_card',
  pickedUpBy: null,
  toPay: '1237.50',
  claim: MINE,
  ...changes,
})
const WAITING = [
  withdrawal(WITHDRAWALS.claimed),
  withdrawal(WITHDRAWALS.free, { claim: null }),
  withdrawal(WITHDRAWALS.pickedUp, { pickedUpBy: 'maximiliane' }),
  withdrawal(WITHDRAWALS.chain, { pickedUpBy: 'maximiliane', method: 'currency_address' }),
]
const REFUSED = [withdrawal(WITHDRAWALS.failed, { status: 'failed', claim: null, dueAt: null })]
const withdrawals = [...WAITING, ...REFUSED]
const withdrawalsOf: Record<WithdrawalItem['status'], WithdrawalItem[]> = {
  under_review: WAITING,
  successful: [],
  failed: REFUSED,
}

const background: OpenWithdrawal['background'] = {
  registeredAt: instant(-40 * HOUR),
  payoutAccountSince: instant(-2 * HOUR),
  deposited: '2500.00',
  withdrawn: '0.00',
  hold: { reason: 'payout_account', until: instant(20 * HOUR) },
  risks: [...WITHDRAWAL_RISKS],
  moves: [
    {
      kind: 'withdrawal',
      reference: WITHDRAWALS.claimed,
      amount: '1250.00',
      status: 'under_review',
      at: instant(-HOUR),
    },
    { kind: 'deposit', reference: DEPOSITS.paid, amount: '1250.00', status: 'successful', at: instant(-9 * HOUR) },
    { kind: 'deposit', reference: DEPOSITS.expired, amount: '80.00', status: 'canceled', at: instant(-30 * HOUR) },
  ],
  notes: [{ author: 'bea', text: 'Called twice about the same transfer.', at: instant(-HOUR) }],
}
const payee = {
  number: 'DE02120300000000202051',
  numberKind: 'iban' as const,
  bankCode: 'BYLADEM1001',
  accountName: NAME,
  accountAddress: 'Hauptstraße 5, 10115 Berlin',
  isVerifiedName: true,
}
const PAYEES: Record<string, OpenWithdrawal['payee']> = {
  [WITHDRAWALS.pickedUp]: payee,
  [WITHDRAWALS.chain]: {
    ...payee,
    number: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9',
    numberKind: null,
    bankCode: null,
    accountAddress: null,
    isVerifiedName: false,
  },
}

const find = <T extends { key: string }>(items: readonly T[], key: string): T => {
  const found = items.find((one) => one.key === key)
  if (!found) throw new Error(`no item ${key}`)
  return found
}

const deskItem = (
  queue: 'verifications' | 'deposits' | 'withdrawals',
  key: string,
  hours: number,
  isMine: boolean,
) => ({
  queue,
  key,
  account: 'lin_mei88',
  amount: queue === 'verifications' ? null : '1250.00',
  since: instant(-3 * HOUR),
  dueAt: instant(hours * HOUR),
  claim: isMine ? MINE : null,
})

export const MONEY_ANSWERS: Known = {
  listWaiting: {
    items: WAITING_KINDS.map((queue, index) => ({
      queue,
      count: index === 1 ? 1_000 : 12 - index,
      amount: /deposits|withdrawals/.test(queue) ? '128450.00' : null,
      oldestAt: instant(-30 * HOUR),
      dueAt: queue === 'proposals' ? null : instant((index - 1) * HOUR),
    })),
  },
  getDesk: {
    items: [
      deskItem('deposits', DEPOSITS.matched, 1, true),
      deskItem('verifications', VERIFICATIONS.free, 12, false),
      deskItem('withdrawals', WITHDRAWALS.free, -2, false),
    ].slice(0, DESK_MAX),
    doneToday: 14,
  },
  claimItem: ({ params }) => {
    claimed.add(params.key)
    return { until: MINE.until }
  },
  releaseItem: null,
  listVerifications: () => ({
    items: [
      verification(VERIFICATIONS.mine, 3, 'mine'),
      verification(VERIFICATIONS.free, 0),
      verification(VERIFICATIONS.theirs, 20, 'theirs'),
      verification(VERIFICATIONS.proposed, 25, 'mine'),
    ].map(claimOf),
    nextCursor: null,
  }),
  openVerification: ({ params }) => ({
    key: params.key,
    name: NAME,
    nationality: 'DE',
    idNumber: 'L01X00T47',
    photos: params.key === VERIFICATIONS.proposed ? ['front'] : ['front', 'back'],
  }),
  listPayeeNames: {
    items: [
      {
        user: '1017',
        account: 'lin_mei88',
        verifiedName: NAME,
        payee: 'MUELLER-LUEDENSCHEIDT ANNA LENA',
        bank: 'Bayerische Landesbank',
        askedAt: instant(-3 * HOUR),
        dueAt: instant(HOUR / 2),
      },
    ],
  },
  listDeposits: ({ query: { status = 'under_review', text } }) => ({
    items: depositsOf[status].filter(({ account }) => text === undefined || account.includes(text)).map(claimOf),
    nextCursor: status === 'successful' ? 'b2xkZXI' : null,
  }),
  openDeposit: ({ params }) => ({
    ...claimOf(find(deposits, params.key)),
    bank: null,
    reason: null,
    notices: [],
    ...OPENED[params.key],
  }),
  listWithdrawals: ({ query: { status = 'under_review' } }) => ({
    items: withdrawalsOf[status].map((one) => claimOf(one)),
    nextCursor: null,
  }),
  openWithdrawal({ params }) {
    const found = claimOf(find(withdrawals, params.key))
    return {
      ...found,
      methodName: found.method === 'currency_address' ? 'USDT (TRC-20)' : 'Bayerische Landesbank',
      fee: '12.50',
      reason:
        found.status === 'failed'
          ? { code: 'rejected' as const, note: 'account_holder_differs: Call us before noon' }
          : null,
      payoutReference: null,
      bound: { numberKind: 'iban' as const, bankCode: 'BYLADEM1001' },
      payee: PAYEES[params.key] ?? null,
      background: found.claim?.mine ? background : null,
    }
  },
}

import { meOf, verificationOf, withdrawalTermsOf } from '../client/factories'
import { bookedAs, CHECKED, THREE_ORDERS, VOIDED } from './marketAnswers'
import type { Screen } from './screen'
import { EVERY_MESSAGE, HOUR, instant, limits } from './userAnswers'

/** Other states of the pages: nothing there yet, not allowed, before and after. */

const NOTHING = { items: [], nextCursor: null }

const withdraw = (name: string, terms: Parameters<typeof withdrawalTermsOf>[0]): Screen => ({
  name: `withdraw-money: ${name}`,
  page: 'pages/withdraw-money/withdraw-money',
  answers: { getWithdrawalTerms: withdrawalTermsOf({ available: '9310.00', ...terms }) },
})

const identity = (name: string, changes: Parameters<typeof verificationOf>[0]): Screen => ({
  name: `verify: ${name}`,
  page: 'pages/verify/verify',
  answers: { getVerification: verificationOf(changes) },
})
const ANSWERED = {
  answers: {
    name: 'Anna-Lena Müller-Lüdenscheidt',
    nationality: 'DE',
    idNumber: 'L01X00T47',
    frontPhotoId: '019aa1b2-0000-7000-8000-000000000901',
    backPhotoId: '019aa1b2-0000-7000-8000-000000000902',
  },
  submittedAt: instant(-30 * HOUR),
}

export const STATES: readonly Screen[] = [
  { name: 'index: logged out', page: 'pages/index/index', guest: true },
  {
    name: 'index: new user',
    page: 'pages/index/index',
    answers: {
      getMe: meOf({ hasTraded: false, hasLimits: false, verified: false }),
      listOrders: { items: [], nextCursor: null },
    },
    open: ({ sees, t }) => sees(t('home.steps.title', { done: 0, all: 4 })),
  },
  { name: 'Detail: logged out', page: 'pages/Detail/Detail', params: { symbol: 'BTCUSDT' }, guest: true },
  {
    name: 'Detail: three orders',
    page: 'pages/Detail/Detail',
    params: { symbol: 'BTCUSDT' },
    answers: {
      listOrders: ({ query }) => ({
        items: query.state === 'holding' ? THREE_ORDERS.holding : [THREE_ORDERS.closed],
        nextCursor: null,
      }),
    },
  },
  { name: 'Detail: closed', page: 'pages/Detail/Detail', params: { symbol: 'XAUUSD' } },
  {
    name: 'order/closed: not paid',
    page: 'pages/order/closed',
    params: { id: CHECKED.id },
    answers: { listBookedOrders: bookedAs('-100.00') },
  },
  { name: 'order: none', page: 'pages/order/order', answers: { listOrders: NOTHING } },
  {
    name: 'order: closed ones',
    page: 'pages/order/order',
    open: ({ press, t }) => press(t('orders.closed'), 'tab'),
  },
  { name: 'closed: void', page: 'pages/order/closed', params: { id: VOIDED.id } },
  { name: 'message: none', page: 'pages/message/message', answers: { listMessages: NOTHING } },
  {
    name: 'message: of every kind',
    page: 'pages/message/message',
    answers: { listMessages: { items: EVERY_MESSAGE, nextCursor: null } },
  },
  { name: 'news: none', page: 'pages/news/news', answers: { listNews: NOTHING } },
  { name: 'withdraw-list: none', page: 'pages/withdraw-list/withdraw-list', answers: { listWithdrawals: NOTHING } },
  { name: 'withdraw-open: none', page: 'pages/withdraw-list/withdraw-open', answers: { listDeposits: NOTHING } },
  { name: 'money-record: none', page: 'pages/money-record/money-record', answers: { listCapitalRecord: NOTHING } },
  { name: 'transfer: out', page: 'pages/transfer/transfer', params: { direction: 'out' } },
  withdraw('not verified', { verified: false }),
  withdraw('no account', { method: null }),
  withdraw('held', { hold: { reason: 'new_device', until: instant(20 * HOUR) } }),
  withdraw('stopped', { stopped: 'payment_disputed' }),
  withdraw('name differs', { payeeDiffers: true }),
  withdraw('locked', { tradePasswordLockedUntil: instant(HOUR) }),
  identity('under review', { status: 'under_verification', ...ANSWERED, dueAt: instant(18 * HOUR) }),
  identity('rejected', { status: 'rejected', ...ANSWERED, reason: 'photo_unclear: the lower edge is cut' }),
  identity('verified', { status: 'verified', ...ANSWERED, decidedAt: instant(-HOUR), validUntil: '2031-11-20' }),
  {
    name: 'account: bank card',
    page: 'pages/account/account',
    answers: { getPayoutAccount: { account: null, changeOpen: false, payeeDiffers: false, payeeReview: null } },
  },
  {
    name: 'limits: on a break',
    page: 'pages/limits/limits',
    answers: {
      getAccountLimits: {
        limits,
        break: { kind: 'break', startedAt: instant(-HOUR), until: instant(160 * HOUR), reopensAt: null },
      },
    },
  },
  {
    name: 'set: without a network',
    page: 'pages/set/set',
    prepare: ({ connection, ui }) => {
      connection.setOnline(false)
      ui.setUpdateReady()
    },
  },
]

import { ALL_ALERTS } from '../../src/stores/AlertsStore'
import type { Hand } from './hand'
import { CHECKED } from './marketAnswers'
import type { Screen } from './screen'

/** Every sheet and dialog: the page that has it, and what a user does to open it. */

const trade = { page: 'pages/Detail/Detail', params: { symbol: 'BTCUSDT' } } as const

const checkedOrder = { page: 'pages/order/closed', params: { id: CHECKED.id } } as const

const sheet = (name: string, where: Omit<Screen, 'name'>): Screen => ({ name: `sheet: ${name}`, ...where })
/** A question holds the words with which it was asked. */
const question = (name: string, where: Omit<Screen, 'name' | 'keepsWords'>): Screen => ({
  name: `question: ${name}`,
  ...where,
  keepsWords: true,
})

const onTrade: Screen[] = [
  sheet('ticket', { ...trade, open: ({ press, t }) => press(`▲\u00a0${t('trade.buyUp')}`) }),
  sheet('indicators', {
    ...trade,
    // Live prices have none.
    prepare: ({ preferences }) => preferences.setChartView('1m'),
    open: ({ press, t }) => press(t('chart.indicators')),
  }),
  sheet('alert', { ...trade, open: ({ press, t }) => press(t('alerts.bell', { count: 1 })) }),
  sheet('products', { ...trade, open: ({ press }) => press('BTC/USDT') }),
  sheet('coming changes', { ...trade, open: ({ press, t }) => press(t('trade.changes.show')) }),
  sheet('keys', {
    ...trade,
    open: async () => void window.dispatchEvent(new KeyboardEvent('keydown', { key: '?' })),
  }),
]

const onOrders: Screen[] = [
  sheet('share', { ...checkedOrder, open: ({ press, t }) => press(t('content.share')) }),
  sheet('checked elsewhere', { ...checkedOrder, open: ({ press, t }) => press(t('orders.story.elsewhere')) }),
  sheet('save the proof', { ...checkedOrder, open: ({ press, t }) => press(t('orders.story.save')) }),
  sheet('product of closed orders', {
    page: 'pages/order/order',
    open: (hand) => closedFilter(hand, 'results.all.products'),
  }),
  sheet('day of closed orders', { page: 'pages/order/order', open: (hand) => closedFilter(hand, 'results.all.days') }),
]

async function closedFilter({ press, t }: Hand, filter: 'results.all.products' | 'results.all.days') {
  await press(t('orders.closed'), 'tab')
  await press(t(filter))
}

const amount = ({ fill, t }: Hand) => fill(t('wallet.amount'), '100')

const onMoney: Screen[] = [
  sheet('demo deposit', {
    page: 'pages/withdraw-list/withdraw-open',
    open: ({ press, t }) => press(t('wallet.channel.demo')),
  }),
  sheet('bank deposit', {
    page: 'pages/withdraw-list/withdraw-open',
    open: ({ press, t }) => press(t('wallet.channel.bank')),
  }),
  sheet('crypto deposit', {
    page: 'pages/withdraw-list/withdraw-open',
    open: ({ press, t }) => press(t('wallet.channel.currency')),
  }),
  sheet('failed deposit', {
    page: 'pages/withdraw-list/withdraw-open',
    open: ({ press, t }) => press(t('wallet.channel.gateway')),
  }),
  sheet('withdrawal', {
    page: 'pages/withdraw-list/withdraw-list',
    open: ({ pressOn, t }) => pressOn(t('wallet.status.failed')),
  }),
  sheet('withdrawal to confirm', {
    page: 'pages/withdraw-money/withdraw-money',
    async open(hand) {
      await amount(hand)
      await hand.press(hand.t('wallet.withdraw.next'))
    },
  }),
  sheet('savings to confirm', {
    page: 'pages/transfer/transfer',
    async open({ fill, press, t }) {
      await fill(t('savings.amount'), '10')
      await press(t('savings.deposit'))
    },
  }),
  sheet('automatic savings', {
    page: 'pages/money/money',
    open: ({ press, t }) => press(t('savings.automatic.title')),
  }),
  sheet('new PIN', { page: 'pages/lock/lock', open: ({ press, t }) => press(t('lock.turnOn')) }),
  sheet('locked', { page: 'pages/lock/lock', prepare: ({ session }) => session.lock() }),
  question('cancel a deposit', {
    page: 'pages/withdraw-list/withdraw-open',
    async open({ press, t }) {
      await press(t('wallet.channel.bank'))
      await press(t('wallet.deposit.cancel'))
    },
  }),
]

const onMe: Screen[] = [
  sheet('score', { page: 'pages/user/user', open: ({ pressOn, t }) => pressOn(t('profile.creditScore')) }),
  sheet('all alerts', { page: 'pages/user/user', prepare: ({ alerts }) => alerts.show(ALL_ALERTS) }),
  sheet('devices', { page: 'pages/set/set', open: ({ press, t }) => press(t('settings.sessions.title')) }),
  sheet('language', { page: 'pages/set/set', open: ({ press, t }) => press(t('settings.language')) }),
  sheet('limit', { page: 'pages/limits/limits', open: ({ press, t }) => press(t('limits.kind.loss_day')) }),
  sheet('last day of a break', { page: 'pages/limits/limits', open: ({ press, t }) => press(t('limits.break.date')) }),
  sheet('announcement', { page: 'pages/message/message', open: ({ press }) => press('Maintenance on Sunday') }),
  sheet('customer service', { page: 'pages/set/set', prepare: ({ ui }) => ui.showService(true) }),
  sheet('country', { page: 'pages/login/registerCheck', guest: true, open: ({ pressOn }) => pressOn('+86') }),
  sheet('nationality', { page: 'pages/verify/verify', open: ({ pressOn, t }) => pressOn(t('identity.nationality')) }),
  question('log out', { page: 'pages/set/set', open: ({ press, t }) => press(t('settings.logOut')) }),
  question('clear the cache', { page: 'pages/set/set', open: ({ press, t }) => press(t('settings.clearCache')) }),
  question('a break', { page: 'pages/limits/limits', open: ({ press, t }) => press(t('limits.break.forGood')) }),
  question('link of an article', {
    page: 'pages/news/detail',
    params: { id: 'a' },
    open: ({ press }) => press('code.example.com', 'link'),
  }),
]

export const SHEETS: readonly Screen[] = [...onTrade, ...onOrders, ...onMoney, ...onMe]

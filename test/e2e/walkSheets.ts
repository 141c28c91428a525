import type { TabActor } from './actor'
import type { Look, Stop } from './looks'
import { beginning, containing, type Texts } from './texts'

/** The main sheets and dialogs: the page that has each, and what a user does to open it. */
interface SheetWay {
  path(ids: SheetIds): string
  open(actor: TabActor, t: Texts): Promise<void>
}

interface SheetIds {
  /** A closed order of the user. */
  order: string
}

const TRADE = () => '/pages/Detail/Detail?symbol=BTCUSDT'

export const SHEETS: Record<string, SheetWay> = {
  ticket: {
    path: TRADE,
    open: (actor, t) => actor.presses(beginning(`▲\u00a0${t('trade.buyUp')}`)),
  },
  indicators: {
    path: TRADE,
    // Live prices have none.
    open: async (actor, t) => {
      await actor.presses(containing(t('chart.interval.line')), 'tab')
      await actor.presses(t('chart.indicators'))
    },
  },
  alert: { path: TRADE, open: (actor, t) => actor.presses(t('alerts.set')) },
  share: {
    path: ({ order }) => `/pages/order/closed?id=${order}`,
    open: (actor, t) => actor.presses(t('content.share')),
  },
  credit: { path: () => '/pages/user/user', open: (actor, t) => actor.presses(containing(t('profile.creditScore'))) },
  devices: { path: () => '/pages/set/set', open: (actor, t) => actor.presses(beginning(t('settings.sessions.title'))) },
  'log out': { path: () => '/pages/set/set', open: (actor, t) => actor.presses(t('settings.logOut')) },
  limit: {
    path: () => '/pages/limits/limits',
    open: (actor, t) => actor.presses(beginning(t('limits.kind.loss_day'))),
  },
  deposit: {
    path: () => '/pages/withdraw-list/withdraw-open',
    open: (actor, t) => actor.presses(beginning(t('wallet.channel.demo'))),
  },
  'crypto deposit': {
    path: () => '/pages/withdraw-list/withdraw-open',
    open: (actor, t) => actor.presses(beginning(t('wallet.channel.currency'))),
  },
  'break until a day': {
    path: () => '/pages/limits/limits',
    open: (actor, t) => actor.presses(t('limits.break.date')),
  },
  savings: {
    path: () => '/pages/transfer/transfer',
    async open(actor, t) {
      await actor.fills(t('savings.amount'), '10')
      await actor.presses(beginning(t('savings.deposit')))
    },
  },
  'payout address': {
    path: () => '/pages/account/account',
    async open(actor, t) {
      await actor.presses(t('wallet.payout.currency_address'), 'tab')
      await actor.fills(t('wallet.payout.accountName'), 'Anna-Lena Müller-Lüdenscheidt')
      await actor.presses(beginning(t('wallet.payout.nationality')))
      await actor.presses(/^(Germany|Deutschland|เยอรมนี)$/, 'radio')
      await actor.presses('TRON')
      await actor.fills(t('wallet.payout.currencyAddress'), 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
      await actor.presses(t('wallet.payout.bind'))
      await actor.sees('TR7N Hqje KQxG TCi8 q8ZY 4pL8 otSz gjLj 6t')
    },
  },
  language: { path: () => '/pages/welcome/welcome', open: (actor) => actor.presses(LANGUAGE) },
  country: { path: () => '/pages/login/registerCheck', open: (actor) => actor.presses(/\+86/) },
}

/** The button on welcome is named by the language itself. */
const LANGUAGE = /中文|English|Tiếng|한국어|日本語|Deutsch|Indonesia|Français|ไทย/

const USUAL: Look = { locale: 'de-DE', dark: true, width: 390 }

/** Each sheet once, on a narrow phone with large text, in turn in the languages with long words and tall letters. */
export function sheetStops(ids: SheetIds): Stop[] {
  const looks: Look[] = [
    { locale: 'de-DE', dark: false, width: 320, height: 640, text: 150 },
    { locale: 'en-US', dark: true, width: 320, height: 640, text: 200 },
    { locale: 'th-TH', dark: false, width: 320, height: 640, text: 150 },
  ]
  const large = looks.flatMap((look, at) =>
    Object.entries(SHEETS)
      .filter((_, index) => at === 1 || index % looks.length === at)
      .map(([sheet, way]) => ({ ...look, sheet, path: way.path(ids) })),
  )
  // Large text moves what is below a sheet out of the window.
  const usual = ['country', 'crypto deposit'].map((sheet) => ({
    ...USUAL,
    sheet,
    path: SHEETS[sheet]?.path(ids) ?? '',
  }))
  return [...large, ...usual]
}

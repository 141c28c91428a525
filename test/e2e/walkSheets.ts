import type { TabActor } from './actor'
import type { Look, Stop } from './looks'
import { beginning, containing, type Texts } from './texts'

/** A sheet over each kind of page, a dialog, and what the gallery does not show: the page, and what a user does to open it. */
interface SheetWay {
  path: string
  open(actor: TabActor, t: Texts): Promise<void>
}

export const SHEETS: Record<string, SheetWay> = {
  ticket: {
    path: '/pages/Detail/Detail?symbol=BTCUSDT',
    open: (actor, t) => actor.presses(beginning(`▲\u00a0${t('trade.buyUp')}`)),
  },
  credit: { path: '/pages/user/user', open: (actor, t) => actor.presses(containing(t('profile.creditScore'))) },
  'log out': { path: '/pages/set/set', open: (actor, t) => actor.presses(t('settings.logOut')) },
  'payout address': {
    path: '/pages/account/account',
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
}

const NARROW = { width: 320, height: 640 }
const LOOKS: Look[] = [
  { locale: 'de-DE', dark: false, ...NARROW, text: 150 },
  { locale: 'th-TH', dark: true, ...NARROW, text: 200 },
]

/** Each sheet once, on a narrow phone with large text, in turn in the languages with long words and tall letters. */
export const sheetStops: Stop[] = Object.entries(SHEETS).map(([sheet, { path }], at) => ({
  ...(LOOKS[at % LOOKS.length] as Look),
  sheet,
  path,
}))

import type { Page } from 'puppeteer-core'
import type { Kinds } from './consoleKinds'
import type { Opens, Stop } from './consoleWalk'

/** Every page of the console, and what opens on it, by the keys of the buttons' texts. */

const none = (...keys: string[]): Opens => Object.fromEntries(keys.map((key) => [key, {}]))

const withStatus = (name: string) => async (page: Page, t: (key: string) => string) => {
  await page.locator(`.ant-segmented-item ::-p-text(${t(`status/${name}`)})`).click()
}

const endedAs = (outcome: string) => async (page: Page, t: (key: string) => string) => {
  await page.locator(`.ant-segmented-item ::-p-text(${t(`proposals/${outcome}`)})`).click()
}

const searching = (account: string) => async (page: Page) => {
  await page.locator('.ant-input-search input').fill(account)
  await page.focus('.ant-input-search input')
  await page.keyboard.press('Enter')
  await page.locator(`tbody ::-p-text(${account})`).wait()
}

/** Every reason of the first kind, with its history. */
const unfolding = async (page: Page) => {
  await page.locator('.ant-collapse-header').click()
  await page.locator('.ant-collapse-item-active li').wait()
}

const moneyStops = ({ verification, deposit, withdrawal, statement }: Kinds): Stop[] => [
  {
    path: 'verifications',
    row: verification.mine,
    opens: { 'do/open': none('action/verifications.approve', 'action/verifications.reject') },
  },
  {
    path: 'deposits',
    row: deposit.waiting,
    opens: { 'do/open': none('action/deposits.approve', 'action/deposits.reject') },
  },
  {
    path: 'deposits',
    name: 'deposits that failed',
    row: deposit.failed,
    before: withStatus('failed'),
    opens: none('do/open'),
  },
  {
    path: 'deposits',
    name: 'deposits that were paid',
    row: deposit.paid,
    before: withStatus('successful'),
    opens: none('do/open'),
  },
  {
    path: 'statements',
    row: statement,
    opens: {
      'do/open': none('statement/propose', 'action/statement-lines.set-aside', 'action/statement-lines.reopen'),
    },
  },
  {
    path: 'withdrawals',
    row: withdrawal.claimed,
    opens: { 'do/open': none('action/withdrawals.pick-up', 'action/withdrawals.reject') },
  },
  {
    path: 'withdrawals',
    name: 'withdrawals picked up',
    row: withdrawal.pickedUp,
    opens: {
      'do/open': none('action/withdrawals.approve', 'action/withdrawals.hand-back', 'action/withdrawals.reject'),
    },
  },
  {
    path: 'withdrawals',
    name: 'withdrawals that failed',
    row: withdrawal.failed,
    before: withStatus('failed'),
    opens: none('do/open'),
  },
]

const PARTS = ['durations', 'stakes', 'calendar', 'names', 'maintenance'].map((part) => `productPart/${part}`)

const userStops = ({ account }: Kinds): Stop[] => [
  {
    path: 'users',
    row: account,
    before: searching(account),
    opens: {
      'do/open': none(
        'action/users.freeze',
        'action/users.unfreeze',
        'action/change-codes.issue',
        'action/reset-codes.issue',
        'action/payout-accounts.reopen',
        'action/second-factor.off',
        'action/sessions.end',
      ),
    },
  },
  {
    path: 'products',
    row: 'BNBUSDT',
    opens: {
      'do/open': none('action/products.maintenance', 'action/products.exposure', ...PARTS, 'do/withdraw'),
      ...none('productPart/added', 'do/withdraw'),
    },
  },
  {
    path: 'content',
    opens: {
      ...none('newArticle', 'do/withdraw'),
      'action/content.announce': none('do/preview'),
      'do/edit': none('do/preview', 'action/content.publish'),
    },
  },
  { path: 'income', opens: none('action/savings.income') },
  { path: 'reasons', before: unfolding, opens: { reasonNew: none('do/preview'), 'do/edit': none('do/preview') } },
]

const COLLEAGUE = none('action/staff.invite', 'action/staff.roles', 'action/staff.reset', 'action/staff.disable')

const officeStops = ({ verification, staff, typist }: Kinds): Stop[] => [
  { path: 'proposals', row: verification.proposed, opens: none('do/refuse') },
  ...['agreed', 'refused', 'withdrawn', 'expired'].map((outcome) => ({
    path: 'proposals',
    name: `proposals that were ${outcome}`,
    before: endedAs(outcome),
    opens: {},
  })),
  { path: 'proposals', name: 'proposals of the command line', row: typist, opens: none('do/refuse') },
  { path: 'staff', row: staff.unlinked, opens: { ...COLLEAGUE, 'action/staff.link': {} } },
  {
    path: 'staff',
    name: 'staff who are linked',
    row: staff.linked,
    opens: { ...COLLEAGUE, 'action/staff.unlink': {} },
  },
  ...['audit', 'books', 'reconciliation', 'keys'].map((path) => ({ path, opens: {} })),
]

export const stopsOf = (kinds: Kinds): Stop[] => [...moneyStops(kinds), ...userStops(kinds), ...officeStops(kinds)]

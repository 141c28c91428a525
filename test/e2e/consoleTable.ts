import type { ElementHandle, Page } from 'puppeteer-core'
import type { Kinds } from './consoleKinds'
import type { Opens, Stop } from './consoleWalk'

/** Every page of the console, and what opens on it, by the keys of the buttons' texts. */

const none = (...keys: string[]): Opens => Object.fromEntries(keys.map((key) => [key, {}]))

/** The item of the list whose line has this text. */
const selecting = (text: string) => async (page: Page) => {
  const row = await page.waitForFunction(
    (part) => [...document.querySelectorAll('a.row')].find(({ textContent }) => textContent?.includes(part)),
    {},
    text,
  )
  await (row as ElementHandle<HTMLAnchorElement>).click()
}

const both =
  (first: Stop['before'], second: Stop['before']): Stop['before'] =>
  async (page, t) => {
    await first?.(page, t)
    await second?.(page, t)
  }

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
}

const moneyStops = ({ verification, deposit, withdrawal, statement }: Kinds): Stop[] => [
  { path: 'desk', opens: {} },
  {
    path: 'verifications',
    before: selecting(verification.mine),
    opens: none('action/verifications.approve', 'action/verifications.reject'),
  },
  {
    path: 'deposits',
    before: selecting(deposit.waiting),
    opens: none('action/deposits.approve', 'action/deposits.reject'),
  },
  {
    path: 'deposits',
    name: 'deposits that failed',
    before: both(withStatus('failed'), selecting(deposit.failed)),
    opens: {},
  },
  {
    path: 'deposits',
    name: 'deposits that were paid',
    before: both(withStatus('successful'), selecting(deposit.paid)),
    opens: {},
  },
  {
    path: 'statements',
    before: selecting(statement),
    opens: none('statement/propose', 'action/statement-lines.set-aside', 'action/statement-lines.reopen'),
  },
  {
    path: 'withdrawals',
    before: selecting(withdrawal.claimed),
    opens: none('action/withdrawals.pick-up', 'action/withdrawals.reject'),
  },
  {
    path: 'withdrawals',
    name: 'withdrawals picked up',
    before: selecting(withdrawal.pickedUp),
    opens: none('action/withdrawals.approve', 'action/withdrawals.hand-back', 'action/withdrawals.reject'),
  },
  {
    path: 'withdrawals',
    name: 'withdrawals that failed',
    before: both(withStatus('failed'), selecting(withdrawal.failed)),
    opens: {},
  },
]

const PARTS = ['durations', 'stakes', 'calendar', 'names', 'maintenance'].map((part) => `productPart/${part}`)

const userStops = ({ account }: Kinds): Stop[] => [
  {
    path: 'users',
    before: both(searching(account), selecting(account)),
    opens: none(
      'action/users.freeze',
      'action/users.unfreeze',
      'action/change-codes.issue',
      'action/reset-codes.issue',
      'action/payout-accounts.reopen',
      'action/second-factor.off',
      'action/sessions.end',
    ),
  },
  {
    path: 'products',
    before: selecting('BNBUSDT'),
    opens: none(
      'productPart/added',
      'action/products.maintenance',
      'action/products.exposure',
      ...PARTS,
      'do/withdraw',
    ),
  },
  {
    path: 'products',
    name: 'products, none of them open',
    opens: none('productPart/added', 'do/withdraw'),
  },
  {
    path: 'content',
    before: selecting('results-you-can-check'),
    opens: {
      ...none('newArticle', 'do/withdraw'),
      'action/content.announce': none('do/preview'),
      'do/edit': none('do/preview', 'action/content.publish'),
    },
  },
  { path: 'income', opens: none('action/savings.income') },
  {
    path: 'reasons',
    before: selecting('Bring it to us'),
    opens: { reasonNew: none('do/preview'), 'do/edit': none('do/preview') },
  },
]

const COLLEAGUE = none(
  'action/staff.invite',
  'action/staff.roles',
  'action/staff.reset',
  'action/staff.disable',
  'action/staff.confirm',
)

const officeStops = ({ verification, staff, typist }: Kinds): Stop[] => [
  { path: 'proposals', before: selecting(verification.proposed), opens: none('do/agree', 'do/refuse') },
  ...['agreed', 'refused', 'withdrawn', 'expired'].map((outcome) => ({
    path: 'proposals',
    name: `proposals that were ${outcome}`,
    before: endedAs(outcome),
    opens: {},
  })),
  {
    path: 'proposals',
    name: 'proposals of the command line',
    before: selecting(typist),
    opens: none('do/agree', 'do/refuse'),
  },
  { path: 'staff', before: selecting(staff.unlinked), opens: { ...COLLEAGUE, 'action/staff.link': {} } },
  {
    path: 'staff',
    name: 'staff who are linked',
    before: selecting(staff.linked),
    opens: { ...COLLEAGUE, 'action/staff.unlink': {} },
  },
  { path: 'audit', before: selecting('#'), opens: {} },
  ...['books', 'reconciliation', 'keys'].map((path) => ({ path, opens: {} })),
]

export const stopsOf = (kinds: Kinds): Stop[] => [...moneyStops(kinds), ...userStops(kinds), ...officeStops(kinds)]

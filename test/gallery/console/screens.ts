import { choose, confirm, give, press, search, type } from './hand'
import { DEPOSITS, VERIFICATIONS, WITHDRAWALS } from './itemKeys'
import { ALARMED } from './officeAnswers'
import { PROPOSALS } from './peopleAnswers'
import { type Known, refused } from './server'

/** Every page of the console in each of its states, and what opens there, by the keys of the buttons' texts. */

export interface Opens {
  [key: string]: Opens
}

/** A page in one of its states. */
export interface Stop {
  name: string
  /** With which the console begins. */
  address: string
  /** Answers that differ from the usual ones. */
  answers?: Known
  /** What staff do to come to it. */
  before?(): Promise<unknown>
  /** Sheets and dialogs that open here, and those that open from there; what other states of the page open, too, is named once. */
  opens?: Opens
  /** It is looked at with the menu, which is the same on every page. */
  isWhole?: true
  /** The token of a one-time link. */
  invitation?: string
}

const none = (...keys: string[]): Opens => Object.fromEntries(keys.map((key) => [key, {}]))
const at = (page: string, key: string) => `/${page}?open=${key}`

const verificationStops: Stop[] = [
  {
    name: 'verifications',
    address: at('verifications', VERIFICATIONS.mine),
    opens: none('action/verifications.approve', 'action/verifications.reject'),
  },
  { name: 'verifications: free', address: at('verifications', VERIFICATIONS.free) },
  { name: 'verifications: of a colleague', address: at('verifications', VERIFICATIONS.theirs) },
  { name: 'verifications: proposed, without a photo', address: at('verifications', VERIFICATIONS.proposed) },
  {
    name: 'payees',
    address: '/payees',
    opens: none('action/payout-accounts.accept-name', 'action/payout-accounts.refuse-name'),
  },
]

const CREDIT = none('action/deposits.approve', 'action/deposits.reject')
const NOTHING = { items: [], nextCursor: null }

const depositStops: Stop[] = [
  { name: 'deposits', address: at('deposits', DEPOSITS.matched), opens: CREDIT },
  { name: 'deposits: free', address: at('deposits', DEPOSITS.free) },
  { name: 'deposits: of a colleague', address: at('deposits', DEPOSITS.theirs) },
  {
    name: 'deposits: another amount',
    address: at('deposits', DEPOSITS.differs),
    opens: none('bank/creditAlthough', 'bank/setAside'),
  },
  {
    name: 'deposits: unknown to the bank',
    address: at('deposits', DEPOSITS.unnamed),
    opens: none('action/deposits.approve'),
  },
  { name: 'deposits: proposed', address: at('deposits', DEPOSITS.proposed) },
  { name: 'deposits: paid', address: at('deposits', DEPOSITS.paid), before: () => choose('status/successful') },
  {
    name: 'deposits: expired',
    address: at('deposits', DEPOSITS.expired),
    before: () => choose('status/failed'),
    opens: none('action/deposits.approve'),
  },
  { name: 'deposits: none', address: '/deposits', answers: { listDeposits: NOTHING } },
  { name: 'deposits: no answer', address: '/deposits', answers: { listDeposits: refused('unavailable') } },
]

const statementStops: Stop[] = [
  {
    name: 'statements',
    address: at('statements', '5'),
    opens: none('statement/propose', 'action/statement-lines.set-aside', 'action/statement-lines.reopen'),
  },
  {
    name: 'statements: unreadable',
    address: at('statements', '5'),
    answers: {
      importStatement: refused('statement_unreadable', {
        code: 'amount',
        unit: 'line',
        place: 2,
        found: 'two hundred',
        file: 'november.zip',
      }),
    },
    before: () => give(0),
  },
  {
    name: 'statements: describe a file',
    address: at('statements', '5'),
    before: () => give(1),
  },
]

const withdrawalStops: Stop[] = [
  {
    name: 'withdrawals',
    address: at('withdrawals', WITHDRAWALS.claimed),
    opens: none('action/withdrawals.pick-up', 'action/withdrawals.reject'),
  },
  { name: 'withdrawals: free', address: at('withdrawals', WITHDRAWALS.free) },
  {
    name: 'withdrawals: picked up',
    address: at('withdrawals', WITHDRAWALS.pickedUp),
    opens: none('action/withdrawals.approve', 'action/withdrawals.hand-back', 'action/withdrawals.reject'),
  },
  { name: 'withdrawals: to a chain', address: at('withdrawals', WITHDRAWALS.chain) },
  {
    name: 'withdrawals: failed',
    address: at('withdrawals', WITHDRAWALS.failed),
    before: () => choose('status/failed'),
  },
]

const userStops: Stop[] = [
  { name: 'users: nobody looked for', address: '/users' },
  {
    name: 'users',
    address: at('users', '1017'),
    before: () => search('lin_mei88'),
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
    name: 'users: a code that is shown once',
    address: at('users', '1017'),
    answers: { takeAction: { state: 'done', proposal: null, result: { code: '7QF2-9KXM' } } },
    async before() {
      await press('action/reset-codes.issue')
      await type('reason', 'asked by phone')
      await confirm()
    },
  },
]

const PARTS = ['durations', 'stakes', 'calendar', 'names', 'maintenance'].map((part) => `productPart/${part}`)

const productStops: Stop[] = [
  { name: 'products', address: '/products', opens: none('productPart/added', 'do/withdraw') },
  {
    name: 'products: open',
    address: at('products', 'BNBUSDT'),
    opens: none(
      'productPart/added',
      'action/products.maintenance',
      'action/products.exposure',
      ...PARTS,
      'do/withdraw',
    ),
  },
]

const contentStops: Stop[] = [
  {
    name: 'content',
    address: at('content', 'results-you-can-check'),
    opens: {
      ...none('newArticle', 'do/withdraw'),
      'action/content.announce': none('do/preview'),
      'do/edit': none('do/preview', 'action/content.publish'),
    },
  },
  { name: 'income', address: '/income', opens: none('action/savings.income') },
  {
    name: 'reasons',
    address: at('reasons', 'verification.bring_it'),
    opens: { reasonNew: none('do/preview'), 'do/edit': none('do/preview') },
  },
]

const proposalStops: Stop[] = [
  { name: 'proposals', address: at('proposals', PROPOSALS.credit), opens: none('do/agree', 'do/refuse') },
  ...(['code', 'change', 'aside', 'verified'] as const).map((what) => ({
    name: `proposals: ${what}`,
    address: at('proposals', PROPOSALS[what]),
    opens: none('do/agree'),
  })),
  { name: 'proposals: of oneself', address: at('proposals', PROPOSALS.mine) },
  { name: 'proposals: for others', address: at('proposals', PROPOSALS.payment) },
  ...['agreed', 'refused', 'withdrawn', 'expired'].map((outcome) => ({
    name: `proposals: ${outcome}`,
    address: at('proposals', '31'),
    before: () => choose(`proposals/${outcome}`),
  })),
  { name: 'proposals: gone', address: at('proposals', '99') },
]

const staffStops: Stop[] = [
  {
    name: 'staff',
    address: at('staff', 'bea'),
    opens: none(
      'action/staff.invite',
      'action/staff.roles',
      'action/staff.reset',
      'action/staff.disable',
      'action/staff.confirm',
      'action/staff.link',
    ),
  },
  { name: 'staff: linked', address: at('staff', 'lina'), opens: none('action/staff.unlink') },
  { name: 'staff: disabled', address: at('staff', 'otto') },
]

const controlStops: Stop[] = [
  { name: 'desk', address: '/desk', isWhole: true },
  { name: 'reconciliation', address: '/reconciliation' },
  { name: 'books', address: '/books' },
  { name: 'books: alarms', address: '/books', answers: ALARMED },
  { name: 'audit', address: at('audit', '812') },
  {
    name: 'audit: changed',
    address: '/audit',
    answers: { verifyAudit: { entries: 812, brokenAt: 640, head: '' } },
    before: () => press('do/verifyChain'),
  },
  { name: 'keys', address: '/keys' },
  { name: 'keys: open', address: at('keys', 'key-4') },
  {
    name: 'keys: shown once',
    address: '/keys',
    async before() {
      for (const [field = '', text = ''] of [
        ['name', 'Laptop'],
        ['code', '123456'],
      ])
        await type(field, text)
      await press('keyMake')
    },
  },
]

const OUTSIDE: Known = { getSession: refused('unauthenticated') }

const signInStops: Stop[] = [
  { name: 'sign-in', address: '/', answers: { ...OUTSIDE, getSignInWays: { provider: null, passkeyDomain: null } } },
  { name: 'sign-in: by provider', address: '/', answers: OUTSIDE },
  ...['over', 'refused', 'unavailable', 'unknown'].map((end) => ({
    name: `sign-in: ${end}`,
    address: `/?sign-in=${end}#nora%40example.com`,
    answers: OUTSIDE,
  })),
  { name: 'sign-in: second factor', address: '/?sign-in=factor', answers: OUTSIDE },
  { name: 'invitation', address: '/invitation', isWhole: true, invitation: 'x'.repeat(43) },
]

export const STOPS: readonly Stop[] = [
  ...verificationStops,
  ...depositStops,
  ...withdrawalStops,
  ...statementStops,
  ...userStops,
  ...productStops,
  ...contentStops,
  ...proposalStops,
  ...staffStops,
  ...controlStops,
  ...signInStops,
]

const pageOf = ({ address }: Stop) => address.replace(/[?#].*/, '')

const statesOf = (stop: Stop) => STOPS.filter((other) => pageOf(other) === pageOf(stop))

/** Which of the states of its page it is, from 0. */
export const placeOf = (stop: Stop): number => statesOf(stop).indexOf(stop)

/** What any state of the same page opens. */
export const opensOnPageOf = (stop: Stop): string[] => statesOf(stop).flatMap(({ opens = {} }) => Object.keys(opens))

import type { TSchema } from 'typebox'
import type { BankFile } from '../../contract/bankFiles'
import { STAFF_ACTION_NAMES, type StaffActionName } from '../../contract/console'
import { ACTION_PARAMS, type ActionParams } from '../../contract/consoleActions'
import { LOCALES } from '../../contract/locales'
import type { PublicTerms } from '../../contract/market'
import { PRODUCT_TERMS } from '../../contract/productChanges'
import { type Language, setLanguage } from '../texts'
import { type Asked, type Fact, factsOf } from './proposalFacts'

const AT = '2026-11-22T10:00:00.000Z'
const all = (text: string) => LOCALES.map((locale) => ({ locale, text }))
const NAMES = { 'en-US': 'Bitcoin', 'zh-CN': '比特币' }
const PRODUCT = { symbol: 'BTCUSDT', names: NAMES }
const CALENDAR = { timeZone: 'UTC', alwaysOpen: false, hours: [{ day: 1, open: '09:00', close: '17:00' }] }
const STAKES = { stakeMin: '1.00', stakeMax: '9.00', stakePresets: ['2.00'] }
const DURATIONS = { durations: [{ seconds: 30, earningsRateBp: 7500 }] }
const names = Object.fromEntries(LOCALES.map((locale) => [locale, 'X'])) as Record<(typeof LOCALES)[number], string>
const CODE = { code: 'BTC', names, recommended: true }

const BANK_FILE: BankFile = {
  encoding: 'gb18030',
  delimiter: '\t',
  header: ['Tag', 'Betrag', 'Text', 'Art'],
  skip: 0,
  footer: 1,
  ignored: ['Offen'],
  date: 0,
  dateOrder: 'dmy',
  era: 'buddhist',
  decimal: ',',
  amount: 1,
  credit: null,
  debit: null,
  mark: 3,
  marksIn: ['H'],
  marksOut: ['S'],
  reversed: true,
  currency: null,
  fixedCurrency: 'EUR',
  texts: [2, 3],
  payer: 2,
}

/** Every parameter of every kind, the optional ones as well. */
const SAMPLES: { [N in StaffActionName]: Required<ActionParams<N>> } = {
  'verifications.approve': { user: '12', bornOn: '1990-05-01', validUntil: '2033-04-30' },
  'verifications.reject': { user: '12', told: 'photo_unclear', note: 'call us' },
  'deposits.approve': { reference: 'FD-1', amount: '250.00', late: true, bankAmount: '245.00' },
  'deposits.reject': { reference: 'FD-1', told: 'payment_not_found', note: 'call us' },
  'bank-files.describe': { name: 'Bank', description: BANK_FILE },
  'bank-files.remove': { name: 'Bank' },
  'statement-lines.set-aside': { line: '7' },
  'statement-lines.reopen': { line: '7' },
  'withdrawals.pick-up': { reference: 'FW-1', amount: '250.00' },
  'withdrawals.hand-back': { reference: 'FW-1' },
  'withdrawals.approve': { reference: 'FW-1', amount: '250.00', payoutReference: 'bank 17' },
  'withdrawals.reject': { reference: 'FW-1', told: 'security_check', note: 'call us', notSent: true },
  'payout-accounts.reopen': { user: '12' },
  'payout-accounts.accept-name': { user: '12' },
  'payout-accounts.refuse-name': { user: '12', told: 'account_holder_differs', note: 'call us' },
  'second-factor.off': { user: '12' },
  'change-codes.issue': { user: '12', kind: 'login' },
  'reset-codes.issue': { user: '12', kind: 'trade' },
  'sessions.end': { user: '12' },
  'users.freeze': { user: '12', kind: 'money_out', told: 'identity_check', note: 'call us' },
  'users.unfreeze': { user: '12', kind: 'login' },
  'users.set-phone': { user: '12', country: 'DE', number: '15112345678' },
  'products.maintenance': { symbol: 'BTCUSDT', on: true, until: null },
  'products.change': {
    symbol: 'BTCUSDT',
    from: AT,
    change: {
      part: 'added',
      terms: { ...CODE, category: 'crypto', decimals: 2, calendar: CALENDAR, ...DURATIONS, ...STAKES },
    },
  },
  'products.withdraw': { change: '3' },
  'products.exposure': { symbol: 'BTCUSDT', up: '5000.00', down: null },
  'content.publish': { article: 'holiday-hours', digest: '0123456789abcdef0123456789abcdef' },
  'content.withdraw': { article: 'holiday-hours' },
  'content.announce': { user: '7', texts: [{ locale: 'en-US', title: 'Closed', body: 'On Friday.' }] },
  'savings.income': { day: '2026-11-21', income: '0.6543' },
  'reasons.write': { what: 'deposit', code: 'photo_unclear', offered: true, texts: all('Call us.') },
  'staff.invite': { login: 'ann.lee', name: 'Ann', roles: ['market', 'auditor'] },
  'staff.roles': { login: 'ann.lee', roles: ['market'] },
  'staff.disable': { login: 'ann.lee' },
  'staff.reset': { login: 'ann.lee' },
  'staff.link': { login: 'ann.lee', subject: 'ann@example.com' },
  'staff.unlink': { login: 'ann.lee' },
  'staff.confirm': { login: 'ann.lee' },
}

const LINE = { fileName: 'day.csv', place: 4, bookedOn: '2026-11-20', amount: '80.00', currency: 'USD' }
const KNOWN: Omit<Asked, 'action' | 'params'> = {
  account: 'jane_doe',
  amount: '250.00',
  product: PRODUCT,
  change: { part: 'stakes', from: AT, terms: STAKES },
  line: LINE,
  bank: { ...LINE, amount: '245.00', agrees: false, difference: '-5.00', lines: 2 },
}
const UNKNOWN = { account: null, amount: null, product: null, change: null, line: null, bank: null }
const READER = { currency: 'USD', locale: 'en-US', read: (reason: string) => `words of ${reason}` }
const factsFor = (action: StaffActionName, known = KNOWN, params: object = SAMPLES[action]) =>
  factsOf({ action, params: params as Record<string, unknown>, ...known }, READER)
const fieldsOf = (schema: TSchema) => Object.keys((schema as unknown as { properties: object }).properties)
const RAW = /^$|[{}[\]]|\bnull\b|undefined|\btrue\b|\bfalse\b|\bNaN\b|\b[a-z]+_[a-z]+\b|\d{4}-\d\d-\d\dT|^[a-z]+\/\w+$/i

/** Words that no reader understands. */
const rawIn = ({ name, label, value }: Fact) =>
  [label === name, RAW.test(label), RAW.test(value.replaceAll(/jane_doe|photo_unclear|words of \w+/g, 'X'))].some(
    Boolean,
  )

describe.each<Language>(['en', 'zh-CN'])('in %s', (language) => {
  beforeAll(() => setLanguage(language))

  test.each(STAFF_ACTION_NAMES)('each parameter of %s has a name and a value in words', (action) => {
    expect(Object.keys(SAMPLES[action]).sort()).toEqual(fieldsOf(ACTION_PARAMS[action]).sort())
    for (const known of [KNOWN, { ...KNOWN, ...UNKNOWN }]) {
      const facts = factsFor(action, known)
      const told = new Set(facts.map(({ name }) => (name === 'part' ? 'change' : name)))
      expect(Object.keys(SAMPLES[action]).filter((name) => !told.has(name))).toEqual([])
      expect(facts.filter(rawIn)).toEqual([])
      if (language === 'zh-CN') expect(facts.filter(({ label }) => !/\p{Script=Han}/u.test(label))).toEqual([])
    }
  })

  test('each term of each part of a product has a name and a value in words', () => {
    const parts: Record<keyof typeof PRODUCT_TERMS, PublicTerms> = {
      added: SAMPLES['products.change'].change.terms,
      names: CODE,
      durations: DURATIONS,
      stakes: STAKES,
      calendar: { calendar: CALENDAR },
      maintenance: { until: AT },
    }
    for (const [part, terms] of Object.entries(parts)) {
      const schema = PRODUCT_TERMS[part as keyof typeof PRODUCT_TERMS]
      const facts = factsFor('products.change', KNOWN, { symbol: 'BTCUSDT', from: AT, change: { part, terms } })
      expect(Object.keys(terms).sort()).toEqual(fieldsOf(schema).sort())
      expect(facts.map(({ name }) => name)).toEqual(expect.arrayContaining(fieldsOf(schema)))
      expect(facts.filter(rawIn)).toEqual([])
    }
  })
})

describe('what is asked for reads as staff know it', () => {
  beforeAll(() => setLanguage('en'))
  const read = (action: StaffActionName, known = KNOWN) =>
    factsFor(action, known).map(({ label, value }) => `${label}: ${value}`)

  test('a deposit with its user and amount, a reason in words', () => {
    expect(read('deposits.reject')).toEqual([
      'User: jane_doe',
      'Reference: FD-1',
      'Reason shown to the user: words of payment_not_found',
      'Note to the user: call us',
      'Amount: 250.00 USD',
    ])
    expect(read('deposits.approve')).toEqual([
      'Bank: 245.00 USD on Nov 20, 2026, day.csv, line 4 · Differs by -5.00 USD · 2 lines have this reference: compare them',
      'User: jane_doe',
      'Reference: FD-1',
      'Amount: 250.00 USD',
      'Arrived late: Yes',
      'Confirmed: the bank shows: 245.00 USD',
    ])
    expect(read('deposits.approve', { ...KNOWN, bank: null })[0]).toBe('Bank: No bank line has this reference yet.')
    const paid = { ...LINE, amount: '250.00', agrees: true, difference: '0.00', lines: 1 }
    expect(factsFor('deposits.approve', { ...KNOWN, bank: paid })[0]).toMatchObject({
      level: 'good',
      value: '250.00 USD on Nov 20, 2026, day.csv, line 4 · The bank shows the same amount.',
    })
  })

  test('a product by its name, a change by its terms, a limit that is none, and a line by its place', () => {
    const ofNobody = { ...KNOWN, account: null, amount: null }
    expect(read('products.exposure', ofNobody)).toEqual([
      'Product: Bitcoin (BTCUSDT)',
      'Max. payout, Buy up: 5,000.00 USD',
      'Max. payout, Sell down: No limit',
    ])
    const [change] = read('products.withdraw', ofNobody)
    expect(change).toContain(
      'Announced change: Bitcoin (BTCUSDT) · Amounts · 1.00–9.00 (2.00) · Effective from Nov 22, 2026',
    )
    expect(read('statement-lines.set-aside', ofNobody)).toEqual([
      'Line of a statement: day.csv, Line 4: 80.00 USD, Nov 20, 2026',
    ])
  })

  test('who was deleted is not named', () => {
    expect(read('sessions.end', { ...KNOWN, ...UNKNOWN })).toEqual(['User: The user closed the account'])
  })
})

import { permissionsOf, STAFF_ROLES } from '../../../contract/console'
import { CONSOLE_ALARMS } from '../../../contract/consoleAudit'
import { LOCALES } from '../../../contract/locales'
import { OPERATOR_REASONS, type ReasonKind } from '../../../contract/operatorReasons'
import { HOUR, instant } from '../userAnswers'
import type { Known } from './server'

/** The person who is signed in, their colleagues, and what auditors and editors read. */

const DAY = 24 * HOUR
const dayAgo = (days: number) => instant(-days * DAY).slice(0, 10)

export const SESSION = {
  staff: {
    id: '1',
    login: 'maximiliane',
    name: 'Maximiliane Oberhuber',
    roles: [...STAFF_ROLES],
    permissions: permissionsOf(STAFF_ROLES),
  },
  endsAt: instant(8 * HOUR),
  idleMinutes: 30,
  appName: 'Fairtick',
  currency: 'USD',
  currencyScale: 2,
}

const colleague = {
  id: '2',
  login: 'bea',
  name: 'Beatrice Fontaine-Delacroix',
  roles: ['verifier' as const, 'cashier' as const, 'auditor' as const],
  invitedBy: 'maximiliane',
  letInAlone: true,
  joinedAt: instant(-90 * DAY),
  lastSeenAt: instant(-HOUR),
  disabled: false,
  subject: null,
}

const REASON_TEXTS = LOCALES.map((locale) => ({ locale, text: `Bring the document to our office (${locale}).` }))
const reasonsOf = (what: ReasonKind) =>
  OPERATOR_REASONS[what].map((code) => ({ what, code, key: code as string, offered: true, texts: [], changed: null }))
const CHANGED = {
  what: 'verification' as const,
  code: 'bring_it',
  key: 'bring_it@2',
  offered: false,
  texts: REASON_TEXTS,
  changed: { by: 'bea', at: instant(-2 * DAY) },
}

const reconciled = (days: number, changes: object = {}) => ({
  day: dayAgo(days),
  deposits: '128450.00',
  withdrawals: '96310.50',
  granted: '0.00',
  funding: '32139.50',
  bookDifference: '0.00',
  bankIn: '128530.00',
  bankCredited: '128450.00',
  bankAside: '80.00',
  bankDifference: '0.00',
  withoutLine: '0.00',
  ...changes,
})

const entry = (id: number, action: string, details: object = {}) => ({
  id: String(id),
  at: instant(-id * 60_000),
  actor: 'maximiliane',
  action,
  subject: 'user 1017',
  reason: 'the name and the number match',
  details: JSON.stringify(details),
})

export const KEY = {
  id: '4',
  name: 'The laptop at the cash desk',
  createdAt: instant(-9 * DAY),
  expiresAt: instant(21 * DAY),
  lastUsedAt: instant(-HOUR),
}

export const OFFICE_ANSWERS: Known = {
  getSession: SESSION,
  signOut: null,
  getSignInWays: { provider: 'Example ID', passkeyDomain: location.hostname },
  openInvitation: {
    login: 'cleo',
    name: 'Cleo',
    roles: ['content', 'market'],
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Fairtick:cleo?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
  listStaff: {
    items: [
      { ...colleague, id: '1', login: 'maximiliane', name: SESSION.staff.name, roles: [...STAFF_ROLES] },
      colleague,
      { ...colleague, id: '3', login: 'lina', subject: 'lina@example.com' },
      { ...colleague, id: '4', login: 'otto', disabled: true, lastSeenAt: null },
    ],
  },
  listKeys: { items: [KEY] },
  addKey: { key: 'ftk_9YxkQ2v7Jt4mNw8sZb1cRd5fLg3hPq6a' },
  listPasskeys: {
    items: [{ id: '7', name: 'Desk', createdAt: instant(-DAY), lastUsedAt: null }],
    domain: location.hostname,
  },
  listReasons: { items: [...(Object.keys(OPERATOR_REASONS) as ReasonKind[]).flatMap(reasonsOf), CHANGED] },
  getReasonHistory: {
    items: [{ key: 'bring_it@2', offered: false, texts: REASON_TEXTS, by: 'bea', at: instant(-2 * DAY) }],
  },
  listAudit: ({ query: { text = '' } }) => ({
    items: [
      entry(812, 'verifications.approve', { user: '1017', validUntil: '2031-11-20' }),
      entry(811, 'audit.export'),
    ].filter(({ action }) => action.includes(text)),
    nextCursor: text === '' ? 'b2xkZXI' : null,
  }),
  verifyAudit: { entries: 812, brokenAt: null, head: 'f3a1'.repeat(16) },
  getBooks: {
    state: 'ok',
    newestCheckedAt: instant(-60_000),
    everythingCheckedAt: instant(-HOUR),
    findings: [],
    setAside: [],
    head: { number: 48_211, createdAt: instant(-60_000), root: '9c4e'.repeat(16) },
    auditAnchor: { entry: 810, at: instant(-HOUR) },
    witnesses: [
      { name: 'witness-1', head: 48_210 },
      { name: 'witness-2', head: null },
    ],
    alarms: CONSOLE_ALARMS.map((name) => ({ name, on: false, detail: '' })),
  },
  listVoids: {
    items: [
      {
        day: dayAgo(1),
        symbol: 'BTCUSDT',
        orders: 14_210,
        noEntryTick: 0,
        loggedLate: 1,
        tooFewTicks: 0,
        staleAtExpiry: 3,
      },
    ],
  },
  listReconciliation: {
    items: [
      reconciled(1),
      reconciled(2, { bookDifference: '-12.00', bankDifference: '250.00', withoutLine: '1250.00' }),
      reconciled(3, { deposits: '0.00', bankIn: '0.00', bankCredited: '0.00', bankAside: '0.00' }),
    ],
  },
}

/** The house when nothing is well. */
export const ALARMED: Known = {
  getBooks: {
    state: 'off',
    newestCheckedAt: null,
    everythingCheckedAt: null,
    findings: ['account 1017: balance 120.00, postings 118.00'],
    setAside: ['order FT-01JD7Q4ZK8: no balance'],
    head: { number: 0, createdAt: null, root: '' },
    auditAnchor: null,
    witnesses: [],
    alarms: CONSOLE_ALARMS.map((name) => ({ name, on: true, detail: detailOf(name) })),
  },
  listVoids: { items: [] },
}

function detailOf(name: (typeof CONSOLE_ALARMS)[number]): string {
  if (name === 'WaitsPastItsTime') return 'verifications, deposits'
  return name === 'ReconciliationDiffers' ? `${dayAgo(2)}, ${dayAgo(3)}` : '3'
}

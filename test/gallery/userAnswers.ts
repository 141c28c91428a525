import type { Article, NewsItem } from '../../contract/content'
import { ACCOUNT_LIMIT_UNITS, type AccountLimitKind } from '../../contract/limits'
import { type MessageFacts, type MessageKind, SECURITY_EVENTS } from '../../contract/messageFacts'
import type { Message } from '../../contract/messages'
import { meOf, NOON } from '../client/factories'
import type { Known } from './known'

/** What the invented server says of its user, and what it publishes. */

export const HOUR = 3_600_000
export const instant = (ms: number) => new Date(NOON + ms).toISOString()
export const ORDER_ID = '019aa1b2-0000-7000-8000-000000000001'

const plain = (text: string) => ({ text, marks: [], href: null })
const linked = (text: string, href: string) => ({ text, marks: [], href })

const ARTICLE: Article = {
  id: 'how-results-are-checked',
  locale: 'en-US',
  title: 'How results are checked, and by whom',
  coverUrl: null,
  publishedAt: instant(-30 * HOUR),
  updatedAt: instant(-20 * HOUR),
  blocks: [
    { kind: 'heading', level: 2, runs: [plain('What is signed')] },
    {
      kind: 'paragraph',
      runs: [
        { text: 'Every price', marks: ['strong'], href: null },
        plain(' goes into a public log. '),
        linked('The rules of the savings', '/pages/money/detail'),
        plain(', and the code at '),
        linked('code.example.com/fairtick', 'https://code.example.com/fairtick'),
        plain('.'),
      ],
    },
    {
      kind: 'list',
      ordered: true,
      items: [
        { depth: 0, runs: [plain('Your device signs the order.')] },
        { depth: 1, runs: [plain('The server cannot make one for you.')] },
      ],
    },
    { kind: 'quote', runs: [plain('Trust is good; an audit path of 26 hashes is better.')] },
    { kind: 'code', text: 'sha256(0x00 || "tick|BTCUSDT|10|1763647320000|68412.5|0.1|simulated")' },
    {
      kind: 'table',
      head: [[plain('Duration')], [plain('Earnings rate')], [plain('Of 1,000.00')]],
      rows: [[[plain('60 s')], [plain('82%')], [plain('820.00')]]],
    },
    { kind: 'rule' },
    { kind: 'heading', level: 3, runs: [plain('What is not')] },
  ],
}

const newsOf = (id: string, hours: number): NewsItem => ({
  id,
  title: `Gold and silver in the week of the central banks (${id})`,
  summary: 'Three decisions, two surprises, and what the futures say about December.',
  coverUrl: null,
  publishedAt: instant(-hours * HOUR),
})

const REFERENCE = 'FD-7K3QX9T2AB'
const ALERT = { alertId: ORDER_ID, symbol: 'BTCUSDT', direction: 'above', price: '68400.0' } as const
/** One message of each kind. */
const FACTS: { [K in MessageKind]: MessageFacts[K] } = {
  order_settled: { orderId: ORDER_ID, number: 'FT-01JD7Q4ZK8', symbol: 'BTCUSDT', status: 'won', profitLoss: '82.00' },
  price_alert: { ...ALERT, tickPrice: '68401.5', tickSequence: '10', tickAt: instant(-HOUR) },
  deposit_successful: { amount: '3219.87', reference: REFERENCE },
  deposit_failed: { amount: '3219.87', reference: REFERENCE, reason: 'rejected', note: 'payment_not_found' },
  withdrawal_successful: { amount: '500.00', received: '496.50', reference: 'FW-7K3QX9T2AB' },
  withdrawal_failed: { amount: '500.00', reference: 'FW-7K3QX9T2AB', reason: 'rejected', note: 'security_check' },
  verification_verified: {},
  verification_rejected: { reason: 'photo_unclear: the lower edge is cut' },
  savings_confirmed: { amount: '500.00', day: '2026-11-23' },
  security: { event: 'login_new_device', device: 'Chrome on Android', address: '203.0.113.7' },
  announcement: {},
}
/** What a message of these kinds may say besides. */
const OTHER_FACTS: { [K in MessageKind]?: readonly Partial<MessageFacts[K]>[] } = {
  order_settled: [{ status: 'lost', profitLoss: '-100.00' }, { status: 'tie' }, { status: 'void' }],
  price_alert: [{ direction: 'below' }],
  deposit_failed: [{ reason: 'expired' }, { reason: 'gateway_refused' }, { reason: 'rejected' }],
  withdrawal_failed: [{ reason: 'cancelled_by_user' }],
  security: SECURITY_EVENTS.map((event) => ({ event })),
}
const OWN_WORDS = { title: 'Maintenance on Sunday', body: 'From 02:00 to 03:00 UTC nothing can be traded.' }
const messages = Object.entries(FACTS).map(([kind, facts], index) => ({
  id: `m${index}`,
  kind,
  facts,
  ...(kind === 'announcement' ? OWN_WORDS : { title: null, body: null }),
  createdAt: instant(-index * 3 * HOUR),
  read: index > 2,
})) as Message[]

/** Every message that the app has words for. */
export const EVERY_MESSAGE = Object.entries(OTHER_FACTS).flatMap(([kind, all], group) =>
  all.map((changed, index) => {
    const { note: _, ...usual } = { note: '', ...FACTS[kind as MessageKind] }
    const id = `e${group}-${index}`
    return {
      id,
      kind,
      facts: { ...usual, ...changed },
      title: null,
      body: null,
      createdAt: instant(-HOUR),
      read: false,
    }
  }),
) as Message[]

const AMOUNTS = { value: '12500.00', used: '3170.36', left: '9329.64' }
const NUMBERS = { value: '60', used: '21', left: '39' }
const kinds = Object.keys(ACCOUNT_LIMIT_UNITS) as AccountLimitKind[]
export const limits = kinds.map((kind, index) => ({
  kind,
  ...(ACCOUNT_LIMIT_UNITS[kind] === 'amount' ? AMOUNTS : NUMBERS),
  timeZone: 'Europe/Berlin',
  resetsAt: kind === 'stake' ? null : instant(10 * HOUR),
  raise: index === 2 ? { value: '20000.00', from: instant(20 * HOUR), until: instant(68 * HOUR) } : null,
}))

const login = (id: string, outcome: 'signed_in' | 'new_device' | 'second_factor_wrong' | 'password_reset') => ({
  id,
  at: instant(-Number(id) * 7 * HOUR),
  device: 'Chrome on Android',
  address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  outcome,
})

export const USER_ANSWERS: Known = {
  getMe: meOf({ hasLimits: true }),
  getFavourites: { symbols: ['BTCUSDT', 'XAUUSD'] },
  changeFavourites: { symbols: ['BTCUSDT', 'XAUUSD'] },
  listNews: { items: [newsOf('a', 0.1), newsOf('b', 3), newsOf('c', 50)], nextCursor: 'c1' },
  getNews: ARTICLE,
  getDocument: ({ params, query }) => ({ ...ARTICLE, id: params.id, locale: query.locale }),
  listMessages: { items: messages, nextCursor: null },
  readMessage: null,
  readAllMessages: null,
  countUnreadMessages: { unread: 3 },
  getMessagePreferences: { muted: ['savings'] },
  getPush: { subscribed: true, off: ['money'] },
  getAccountLimits: { limits, break: null },
  getActivity: { orders: 12, stakes: '1200.00', profitLoss: '-318.00' },
  listHelpLines: {
    country: 'DE',
    items: [
      { name: 'Bundeszentrale für gesundheitliche Aufklärung', phone: '0800 1372700', url: 'https://example.org' },
    ],
  },
  listSessions: {
    items: [true, false].map((current, index) => ({
      id: `s${index}`,
      device: current ? 'Chrome on Android' : 'Safari on iPhone',
      createdAt: instant(-90 * HOUR),
      lastSeenAt: instant(-index * HOUR),
      current,
    })),
  },
  listLogins: {
    items: [
      login('1', 'signed_in'),
      login('2', 'new_device'),
      login('3', 'second_factor_wrong'),
      login('4', 'password_reset'),
    ],
    nextCursor: null,
  },
  getSecondFactor: { enabled: false, recoveryCodesLeft: 0 },
  beginSecondFactor: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Fairtick:lin_mei88?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Fairtick',
    expiresAt: instant(HOUR),
  },
  enableSecondFactor: { codes: Array.from({ length: 8 }, (_, at) => `K7QX-9T2A-B4M${at}`) },
  listPasskeys: {
    items: [
      { id: 'p1', name: 'Chrome on Android', createdAt: instant(-90 * HOUR), lastUsedAt: instant(-2 * HOUR) },
      {
        id: 'p2',
        name: 'Schlüssel von Anna-Lena Müller-Lüdenscheidt',
        createdAt: instant(-50 * HOUR),
        lastUsedAt: null,
      },
    ],
    limit: 10,
  },
  getVerification: {
    status: 'not_submitted',
    reason: null,
    answers: null,
    submittedAt: null,
    dueAt: null,
    decidedAt: null,
    validUntil: null,
    renewal: null,
  },
  getReason: { text: 'The house has other words for it' },
}

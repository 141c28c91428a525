import { LOCALES } from '../../../contract/locales'
import { CATEGORIES, type PublicTerms } from '../../../contract/market'
import { HOUR, instant } from '../userAnswers'
import type { Known } from './server'

/** Products with their announced changes, articles, and the income of savings. */

const names = Object.fromEntries(LOCALES.map((locale) => [locale, `Binance Coin ${locale}`]))

const product = (symbol: string, changes: object = {}) => ({
  symbol,
  name: `Product ${symbol}`,
  status: 'open',
  maintenanceUntil: null,
  openOrders: 1_204,
  exposureUp: '4890.00',
  exposureDown: '128450.00',
  limitUp: '5000.00',
  limitDown: null,
  ...changes,
})

const TERMS: Record<'names' | 'durations' | 'stakes' | 'calendar', PublicTerms> = {
  names: { code: 'BNB/USDT', names, recommended: true },
  durations: { durations: [30, 60, 300].map((seconds) => ({ seconds, earningsRateBp: 8_250 })) },
  stakes: { stakeMin: '5.00', stakeMax: '5000.00', stakePresets: ['10.00', '50.00', '100.00'] },
  calendar: {
    calendar: {
      timeZone: 'America/New_York',
      alwaysOpen: false,
      hours: [1, 2, 3, 4, 5].map((day) => ({ day, open: '09:30', close: '16:00' })),
    },
  },
}

const change = (id: string, part: keyof typeof TERMS, state: 'announced' | 'in_force' | 'withdrawn') => ({
  id,
  symbol: 'BNBUSDT',
  revision: Number(id),
  part,
  state,
  announcedAt: instant(-HOUR),
  from: instant(48 * HOUR),
  terms: TERMS[part],
  before: null,
})

const article = {
  id: 'results-you-can-check',
  kind: 'news' as const,
  status: 'published' as const,
  publishedAt: instant(-30 * HOUR),
  locales: ['en-US', 'zh-CN', 'de-DE'],
  draft: { by: 'cleo', at: instant(-HOUR) },
}
const COVER = `${'ab'.repeat(32)}.webp`
const run = (text: string, href: string | null = null) => [{ text, marks: [], href }]

const income = (hours: number, changes: object = {}) => ({
  day: instant(-hours * HOUR).slice(0, 10),
  income: '0.6543',
  source: 'operator',
  accrued: false,
  ...changes,
})

export const PRODUCT_ANSWERS: Known = {
  listProducts: {
    items: [
      product('BNBUSDT'),
      product('XAUUSD', { status: 'maintenance', maintenanceUntil: instant(HOUR), limitDown: '0.00' }),
      ...CATEGORIES.map((_, index) => product(`TEST${index}USD`, { status: 'closed', openOrders: 0 })),
    ],
  },
  getProduct: ({ params: { symbol } }) => ({
    symbol,
    category: 'crypto',
    decimals: 2,
    source: 'simulated',
    revision: 7,
    ...TERMS,
    maintenance: { until: null },
    noticeMinutes: 60,
  }),
  listProductChanges: ({ query: { symbol } }) => ({
    items:
      symbol === undefined || symbol === 'BNBUSDT'
        ? [change('7', 'stakes', 'announced'), change('6', 'calendar', 'in_force'), change('5', 'names', 'withdrawn')]
        : [],
    nextCursor: null,
  }),
  listContent: {
    items: [article, { ...article, id: 'terms', kind: 'document', draft: null, locales: [...LOCALES] }],
  },
  getContent: ({ params }) => ({
    id: params.article,
    kind: 'news',
    cover: COVER,
    texts: article.locales.map((locale) => ({
      locale,
      title: 'Results you can check',
      summary: 'Every closed order has a receipt.',
      markdown: 'Every closed order has a **receipt**.',
    })),
    draft: article.draft,
    digest: 'ab'.repeat(16),
  }),
  saveContent: { digest: 'cd'.repeat(16) },
  previewContent: ({ body: { texts } }) => ({
    items: texts.map(({ locale }) => ({
      locale,
      blocks: [
        { kind: 'heading', level: 2, runs: run('What a receipt says') },
        { kind: 'paragraph', runs: run('The price at entry and at expiry. More', 'https://example.com/receipts') },
        { kind: 'list', ordered: true, items: [0, 1].map((depth) => ({ depth, runs: run('A step') })) },
        { kind: 'quote', runs: run('It is signed.') },
        { kind: 'code', text: 'node verify-receipt.mjs receipt.json --log https://fairtick.example/log' },
        { kind: 'table', head: [run('Price'), run('Time')], rows: [[run('68412.5'), run('14:02:30')]] },
        { kind: 'image', url: `/content/${COVER}`, alt: 'A receipt' },
        { kind: 'rule' },
      ],
    })),
  }),
  listIncome: {
    items: [income(0, { income: null, source: '-' }), income(24, { source: 'demo' }), income(48, { accrued: true })],
  },
}

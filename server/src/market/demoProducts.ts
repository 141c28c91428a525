import { LOCALES, type Locale } from '../../../contract/locales'
import type { Category } from '../../../contract/market'
import type { Tx } from '../database/database'
import type { Calendar } from './calendar'

interface DemoProduct {
  symbol: string
  code: string
  category: Category
  decimals: number
  recommended?: boolean
  calendar: Calendar
  names: Record<Locale, string>
}

const ALWAYS: Calendar = { timeZone: 'UTC', alwaysOpen: true, hours: [] }
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const WEEKDAYS = [1, 2, 3, 4, 5]

/** Open every day with an hour's break from 17:00 to 18:00 in New York. */
const COMMODITIES: Calendar = {
  timeZone: 'America/New_York',
  alwaysOpen: false,
  hours: EVERY_DAY.flatMap((day) => [
    { day, open: '00:00', close: '17:00' },
    { day, open: '18:00', close: '24:00' },
  ]),
}

/** Sunday 17:00 to Friday 17:00 in New York. */
const CURRENCIES: Calendar = {
  timeZone: 'America/New_York',
  alwaysOpen: false,
  hours: [
    { day: 7, open: '17:00', close: '24:00' },
    ...[1, 2, 3, 4].map((day) => ({ day, open: '00:00', close: '24:00' })),
    { day: 5, open: '00:00', close: '17:00' },
  ],
}

const sessions = (timeZone: string, ...spans: [string, string][]): Calendar => ({
  timeZone,
  alwaysOpen: false,
  hours: WEEKDAYS.flatMap((day) => spans.map(([open, close]) => ({ day, open, close }))),
})

const same = (name: string) => Object.fromEntries(LOCALES.map((locale) => [locale, name])) as Record<Locale, string>

export const DEMO_PRODUCTS: DemoProduct[] = [
  {
    symbol: 'BTCUSDT',
    code: 'BTC/USDT',
    category: 'crypto',
    decimals: 1,
    recommended: true,
    calendar: ALWAYS,
    names: {
      'zh-CN': '比特币',
      'zh-TW': '比特幣',
      'en-US': 'Bitcoin',
      'ja-JP': 'ビットコイン',
      'th-TH': 'บิตคอยน์',
      'vi-VN': 'Bitcoin',
      'id-ID': 'Bitcoin',
      'ko-KR': '비트코인',
      'fr-FR': 'Bitcoin',
      'de-DE': 'Bitcoin',
    },
  },
  {
    symbol: 'XAUUSD',
    code: 'XAU/USD',
    category: 'metals',
    decimals: 2,
    recommended: true,
    calendar: COMMODITIES,
    names: {
      'zh-CN': '黄金',
      'zh-TW': '黃金',
      'en-US': 'Gold',
      'ja-JP': '金（ゴールド）',
      'th-TH': 'ทองคำ',
      'vi-VN': 'Vàng',
      'id-ID': 'Emas',
      'ko-KR': '금(골드)',
      'fr-FR': 'Or',
      'de-DE': 'Gold',
    },
  },
  {
    symbol: 'WTI',
    code: 'WTI/USD',
    category: 'energy',
    decimals: 2,
    recommended: true,
    calendar: COMMODITIES,
    names: {
      'zh-CN': 'WTI原油',
      'zh-TW': 'WTI原油',
      'en-US': 'WTI crude',
      'ja-JP': 'WTI原油',
      'th-TH': 'น้ำมันดิบ WTI',
      'vi-VN': 'Dầu WTI',
      'id-ID': 'Minyak WTI',
      'ko-KR': 'WTI유',
      'fr-FR': 'Pétrole WTI',
      'de-DE': 'WTI-Öl',
    },
  },
  {
    symbol: 'ETHUSDT',
    code: 'ETH/USDT',
    category: 'crypto',
    decimals: 2,
    recommended: true,
    calendar: ALWAYS,
    names: {
      'zh-CN': '以太坊',
      'zh-TW': '以太坊',
      'en-US': 'Ethereum',
      'ja-JP': 'イーサリアム',
      'th-TH': 'อีเธอเรียม',
      'vi-VN': 'Ethereum',
      'id-ID': 'Ethereum',
      'ko-KR': '이더리움',
      'fr-FR': 'Ethereum',
      'de-DE': 'Ethereum',
    },
  },
  {
    symbol: 'HSI',
    code: 'HSI',
    category: 'index',
    decimals: 1,
    recommended: true,
    calendar: sessions('Asia/Hong_Kong', ['09:30', '12:00'], ['13:00', '16:00']),
    names: {
      'zh-CN': '恒生指数',
      'zh-TW': '恒生指數',
      'en-US': 'Hang Seng',
      'ja-JP': 'ハンセン指数',
      'th-TH': 'ฮั่งเส็ง',
      'vi-VN': 'Hang Seng',
      'id-ID': 'Hang Seng',
      'ko-KR': '항셍지수',
      'fr-FR': 'Hang Seng',
      'de-DE': 'Hang Seng',
    },
  },
  {
    symbol: 'SOLUSDT',
    code: 'SOL/USDT',
    category: 'crypto',
    decimals: 2,
    calendar: ALWAYS,
    names: {
      'zh-CN': '索拉纳',
      'zh-TW': 'Solana',
      'en-US': 'Solana',
      'ja-JP': 'ソラナ',
      'th-TH': 'โซลานา',
      'vi-VN': 'Solana',
      'id-ID': 'Solana',
      'ko-KR': '솔라나',
      'fr-FR': 'Solana',
      'de-DE': 'Solana',
    },
  },
  {
    symbol: 'BNBUSDT',
    code: 'BNB/USDT',
    category: 'crypto',
    decimals: 1,
    calendar: ALWAYS,
    names: { ...same('BNB'), 'zh-CN': '币安币' },
  },
  {
    symbol: 'XAGUSD',
    code: 'XAG/USD',
    category: 'metals',
    decimals: 3,
    calendar: COMMODITIES,
    names: {
      'zh-CN': '白银',
      'zh-TW': '白銀',
      'en-US': 'Silver',
      'ja-JP': '銀（シルバー）',
      'th-TH': 'โลหะเงิน',
      'vi-VN': 'Bạc',
      'id-ID': 'Perak',
      'ko-KR': '은(실버)',
      'fr-FR': 'Argent',
      'de-DE': 'Silber',
    },
  },
  {
    symbol: 'BRENT',
    code: 'BRENT/USD',
    category: 'energy',
    decimals: 2,
    calendar: COMMODITIES,
    names: {
      'zh-CN': '布伦特原油',
      'zh-TW': '布蘭特原油',
      'en-US': 'Brent crude',
      'ja-JP': 'ブレント原油',
      'th-TH': 'น้ำมันดิบเบรนต์',
      'vi-VN': 'Dầu Brent',
      'id-ID': 'Minyak Brent',
      'ko-KR': '브렌트유',
      'fr-FR': 'Pétrole Brent',
      'de-DE': 'Brent-Öl',
    },
  },
  {
    symbol: 'NGAS',
    code: 'NGAS/USD',
    category: 'energy',
    decimals: 3,
    calendar: COMMODITIES,
    names: {
      'zh-CN': '天然气',
      'zh-TW': '天然氣',
      'en-US': 'Natural gas',
      'ja-JP': '天然ガス',
      'th-TH': 'ก๊าซธรรมชาติ',
      'vi-VN': 'Khí tự nhiên',
      'id-ID': 'Gas alam',
      'ko-KR': '천연가스',
      'fr-FR': 'Gaz naturel',
      'de-DE': 'Erdgas',
    },
  },
  {
    symbol: 'NDX',
    code: 'NDX',
    category: 'index',
    decimals: 1,
    calendar: sessions('America/New_York', ['09:30', '16:00']),
    names: {
      'zh-CN': '纳斯达克100',
      'zh-TW': '那斯達克100',
      'en-US': 'Nasdaq 100',
      'ja-JP': 'ナスダック100',
      'th-TH': 'แนสแด็ก 100',
      'vi-VN': 'Nasdaq 100',
      'id-ID': 'Nasdaq 100',
      'ko-KR': '나스닥 100',
      'fr-FR': 'Nasdaq 100',
      'de-DE': 'Nasdaq 100',
    },
  },
  {
    symbol: 'N225',
    code: 'N225',
    category: 'index',
    decimals: 1,
    calendar: sessions('Asia/Tokyo', ['09:00', '11:30'], ['12:30', '15:30']),
    names: {
      'zh-CN': '日经225',
      'zh-TW': '日經225',
      'en-US': 'Nikkei 225',
      'ja-JP': '日経225',
      'th-TH': 'นิกเคอิ 225',
      'vi-VN': 'Nikkei 225',
      'id-ID': 'Nikkei 225',
      'ko-KR': '닛케이 225',
      'fr-FR': 'Nikkei 225',
      'de-DE': 'Nikkei 225',
    },
  },
  {
    symbol: 'EURUSD',
    code: 'EUR/USD',
    category: 'fx',
    decimals: 5,
    calendar: CURRENCIES,
    names: {
      'zh-CN': '欧元/美元',
      'zh-TW': '歐元/美元',
      'en-US': 'Euro / US dollar',
      'ja-JP': 'ユーロ/米ドル',
      'th-TH': 'ยูโร/ดอลลาร์สหรัฐ',
      'vi-VN': 'Euro / Đô la Mỹ',
      'id-ID': 'Euro / Dolar AS',
      'ko-KR': '유로/달러',
      'fr-FR': 'Euro / dollar américain',
      'de-DE': 'Euro / US-Dollar',
    },
  },
  {
    symbol: 'USDJPY',
    code: 'USD/JPY',
    category: 'fx',
    decimals: 3,
    calendar: CURRENCIES,
    names: {
      'zh-CN': '美元/日元',
      'zh-TW': '美元/日圓',
      'en-US': 'US dollar / yen',
      'ja-JP': '米ドル/円',
      'th-TH': 'ดอลลาร์สหรัฐ/เยน',
      'vi-VN': 'Đô la Mỹ / Yên',
      'id-ID': 'Dolar AS / Yen',
      'ko-KR': '달러/엔',
      'fr-FR': 'Dollar américain / yen',
      'de-DE': 'US-Dollar / Yen',
    },
  },
  {
    symbol: 'GBPUSD',
    code: 'GBP/USD',
    category: 'fx',
    decimals: 5,
    calendar: CURRENCIES,
    names: {
      'zh-CN': '英镑/美元',
      'zh-TW': '英鎊/美元',
      'en-US': 'Pound / US dollar',
      'ja-JP': 'ポンド/米ドル',
      'th-TH': 'ปอนด์/ดอลลาร์สหรัฐ',
      'vi-VN': 'Bảng Anh / Đô la Mỹ',
      'id-ID': 'Pound / Dolar AS',
      'ko-KR': '파운드/달러',
      'fr-FR': 'Livre / dollar américain',
      'de-DE': 'Pfund / US-Dollar',
    },
  },
]

/** PRODUCT.md 10.1: seconds and earnings rate in basis points. */
const DURATIONS: [number, number][] = [
  [30, 7500],
  [60, 8200],
  [180, 8500],
  [300, 8800],
]
const STAKE_PRESETS = [100n, 500n, 1_000n, 5_000n]
const STAKE_MIN = 1n
/** PRODUCT.md 4.6: amount maximum. */
const STAKE_MAX = 999_999n

/**
 * Adds the demo products that are not there yet; what an operator changed stays. Returns how many were added.
 * @param symbols the only ones to add; all of them when left out
 */
export async function seedDemoProducts(
  tx: Tx,
  scale: number,
  source: string,
  symbols?: ReadonlySet<string>,
): Promise<number> {
  const unit = 10n ** BigInt(scale)
  let added = 0
  for (const [position, product] of DEMO_PRODUCTS.entries()) {
    if (symbols && !symbols.has(product.symbol)) continue
    const row = await tx.first<{ id: number }>(
      `insert into product (symbol, code, names, category, decimals, recommended, position, calendar, stake_min,
                            stake_max, stake_presets, source)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::bigint[], $12) on conflict (symbol) do nothing returning id`,
      [
        product.symbol,
        product.code,
        JSON.stringify(product.names),
        product.category,
        product.decimals,
        product.recommended ?? false,
        position,
        JSON.stringify(product.calendar),
        STAKE_MIN * unit,
        STAKE_MAX * unit,
        STAKE_PRESETS.map((preset) => preset * unit),
        source,
      ],
    )
    const id = row?.id
    if (id === undefined) continue
    added++
    await tx.query(
      `insert into product_duration (product_id, seconds, earnings_rate_bp)
         select $1, term.seconds, term.rate from unnest($2::int[], $3::int[]) as term (seconds, rate)`,
      [id, DURATIONS.map(([seconds]) => seconds), DURATIONS.map(([, rate]) => rate)],
    )
  }
  return added
}

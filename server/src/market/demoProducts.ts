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
  /** In the order of LOCALES. */
  names: string[]
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

const same = (name: string) => LOCALES.map(() => name)

export const DEMO_PRODUCTS: DemoProduct[] = [
  {
    symbol: 'BTCUSDT',
    code: 'BTC/USDT',
    category: 'crypto',
    decimals: 1,
    recommended: true,
    calendar: ALWAYS,
    names: [
      '比特币',
      '比特幣',
      'Bitcoin',
      'ビットコイン',
      'บิตคอยน์',
      'Bitcoin',
      'Bitcoin',
      '비트코인',
      'Bitcoin',
      'Bitcoin',
    ],
  },
  {
    symbol: 'XAUUSD',
    code: 'XAU/USD',
    category: 'metals',
    decimals: 2,
    recommended: true,
    calendar: COMMODITIES,
    names: ['黄金', '黃金', 'Gold', '金', 'ทองคำ', 'Vàng', 'Emas', '금', 'Or', 'Gold'],
  },
  {
    symbol: 'WTI',
    code: 'WTI/USD',
    category: 'energy',
    decimals: 2,
    recommended: true,
    calendar: COMMODITIES,
    names: [
      '原油',
      '原油',
      'Crude oil',
      'WTI原油',
      'น้ำมันดิบ',
      'Dầu thô',
      'Minyak mentah',
      '원유',
      'Pétrole brut',
      'Rohöl',
    ],
  },
  {
    symbol: 'ETHUSDT',
    code: 'ETH/USDT',
    category: 'crypto',
    decimals: 2,
    recommended: true,
    calendar: ALWAYS,
    names: [
      '以太坊',
      '以太坊',
      'Ethereum',
      'イーサリアム',
      'อีเธอเรียม',
      'Ethereum',
      'Ethereum',
      '이더리움',
      'Ethereum',
      'Ethereum',
    ],
  },
  {
    symbol: 'HSI',
    code: 'HSI',
    category: 'index',
    decimals: 1,
    recommended: true,
    calendar: sessions('Asia/Hong_Kong', ['09:30', '12:00'], ['13:00', '16:00']),
    names: [
      '恒生指数',
      '恒生指數',
      'Hang Seng',
      'ハンセン指数',
      'ฮั่งเส็ง',
      'Hang Seng',
      'Hang Seng',
      '항셍지수',
      'Hang Seng',
      'Hang Seng',
    ],
  },
  {
    symbol: 'SOLUSDT',
    code: 'SOL/USDT',
    category: 'crypto',
    decimals: 2,
    calendar: ALWAYS,
    names: ['索拉纳', '索拉納', 'Solana', 'ソラナ', 'โซลานา', 'Solana', 'Solana', '솔라나', 'Solana', 'Solana'],
  },
  {
    symbol: 'BNBUSDT',
    code: 'BNB/USDT',
    category: 'crypto',
    decimals: 1,
    calendar: ALWAYS,
    names: ['币安币', '幣安幣', ...same('BNB').slice(2)],
  },
  {
    symbol: 'XAGUSD',
    code: 'XAG/USD',
    category: 'metals',
    decimals: 3,
    calendar: COMMODITIES,
    names: ['白银', '白銀', 'Silver', '銀', 'เงิน', 'Bạc', 'Perak', '은', 'Argent', 'Silber'],
  },
  {
    symbol: 'BRENT',
    code: 'BRENT/USD',
    category: 'energy',
    decimals: 2,
    calendar: COMMODITIES,
    names: [
      '布伦特原油',
      '布蘭特原油',
      'Brent crude',
      'ブレント原油',
      'น้ำมันดิบเบรนต์',
      'Dầu Brent',
      'Minyak Brent',
      '브렌트유',
      'Brent',
      'Brent-Öl',
    ],
  },
  {
    symbol: 'NGAS',
    code: 'NGAS/USD',
    category: 'energy',
    decimals: 3,
    calendar: COMMODITIES,
    names: [
      '天然气',
      '天然氣',
      'Natural gas',
      '天然ガス',
      'ก๊าซธรรมชาติ',
      'Khí tự nhiên',
      'Gas alam',
      '천연가스',
      'Gaz naturel',
      'Erdgas',
    ],
  },
  {
    symbol: 'NDX',
    code: 'NDX',
    category: 'index',
    decimals: 1,
    calendar: sessions('America/New_York', ['09:30', '16:00']),
    names: [
      '纳斯达克100',
      '那斯達克100',
      'Nasdaq 100',
      'ナスダック100',
      'แนสแด็ก 100',
      'Nasdaq 100',
      'Nasdaq 100',
      '나스닥 100',
      'Nasdaq 100',
      'Nasdaq 100',
    ],
  },
  {
    symbol: 'N225',
    code: 'N225',
    category: 'index',
    decimals: 1,
    calendar: sessions('Asia/Tokyo', ['09:00', '11:30'], ['12:30', '15:30']),
    names: [
      '日经225',
      '日經225',
      'Nikkei 225',
      '日経225',
      'นิกเคอิ 225',
      'Nikkei 225',
      'Nikkei 225',
      '닛케이 225',
      'Nikkei 225',
      'Nikkei 225',
    ],
  },
  {
    symbol: 'EURUSD',
    code: 'EUR/USD',
    category: 'fx',
    decimals: 5,
    calendar: CURRENCIES,
    names: [
      '欧元/美元',
      '歐元/美元',
      'Euro / US dollar',
      'ユーロ/米ドル',
      'ยูโร/ดอลลาร์สหรัฐ',
      'Euro / Đô la Mỹ',
      'Euro / Dolar AS',
      '유로/미국 달러',
      'Euro / dollar américain',
      'Euro / US-Dollar',
    ],
  },
  {
    symbol: 'USDJPY',
    code: 'USD/JPY',
    category: 'fx',
    decimals: 3,
    calendar: CURRENCIES,
    names: [
      '美元/日元',
      '美元/日圓',
      'US dollar / yen',
      '米ドル/円',
      'ดอลลาร์สหรัฐ/เยน',
      'Đô la Mỹ / Yên',
      'Dolar AS / Yen',
      '미국 달러/엔',
      'Dollar américain / yen',
      'US-Dollar / Yen',
    ],
  },
  {
    symbol: 'GBPUSD',
    code: 'GBP/USD',
    category: 'fx',
    decimals: 5,
    calendar: CURRENCIES,
    names: [
      '英镑/美元',
      '英鎊/美元',
      'Pound / US dollar',
      'ポンド/米ドル',
      'ปอนด์/ดอลลาร์สหรัฐ',
      'Bảng Anh / Đô la Mỹ',
      'Pound / Dolar AS',
      '파운드/미국 달러',
      'Livre / dollar américain',
      'Pfund / US-Dollar',
    ],
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

const namesOf = (names: string[]) =>
  Object.fromEntries(LOCALES.map((locale, index): [Locale, string | undefined] => [locale, names[index]]))

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
    const rows = await tx.query<{ id: number }>(
      `insert into product (symbol, code, names, category, decimals, recommended, position, calendar, stake_min,
                            stake_max, stake_presets, source)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::bigint[], $12) on conflict (symbol) do nothing returning id`,
      [
        product.symbol,
        product.code,
        JSON.stringify(namesOf(product.names)),
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
    const id = rows[0]?.id
    if (id === undefined) continue
    added++
    await tx.query(
      `insert into product_duration (product_id, seconds, earnings_rate_bp)
         select $1, d.seconds, d.rate from unnest($2::int[], $3::int[]) as d (seconds, rate)`,
      [id, DURATIONS.map(([seconds]) => seconds), DURATIONS.map(([, rate]) => rate)],
    )
  }
  return added
}

import Type, { type TSchema } from 'typebox'
import { closed, type Infer, Instant, MoneyText, nullable, PageQuery, ProductSymbol, pageOf } from './common'
import { LOCALES, type Locale } from './locales'
import { CATEGORIES, PRODUCT_PARTS, type ProductPart, PublicTerms } from './market'

const Name = Type.String({ minLength: 1, maxLength: 40 })
const Names = closed(Object.fromEntries(LOCALES.map((locale) => [locale, Name])) as Record<Locale, typeof Name>)
const Time = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$',
  description: 'Wall clock, "24:00" is midnight',
})

const Calendar = closed({
  timeZone: Type.String({ minLength: 3, maxLength: 40 }),
  alwaysOpen: Type.Boolean(),
  hours: Type.Array(
    closed({ day: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday' }), open: Time, close: Time }),
    { maxItems: 50 },
  ),
})
const Durations = Type.Array(
  closed({
    seconds: Type.Integer({ minimum: 5, maximum: 86_400 }),
    earningsRateBp: Type.Integer({ minimum: 100, maximum: 100_000, description: 'Basis points, 8200 is 82 %' }),
  }),
  { minItems: 1, maxItems: 12 },
)
const stakes = {
  stakeMin: MoneyText,
  stakeMax: MoneyText,
  stakePresets: Type.Array(MoneyText, { minItems: 1, maxItems: 12 }),
}

/** The terms of each part, as staff give them. */
export const PRODUCT_TERMS = {
  added: closed({
    code: Type.String({ minLength: 2, maxLength: 20 }),
    names: Names,
    category: Type.Enum([...CATEGORIES]),
    decimals: Type.Integer({ minimum: 0, maximum: 8 }),
    recommended: Type.Boolean(),
    calendar: Calendar,
    durations: Durations,
    ...stakes,
  }),
  names: closed({ code: Type.String({ minLength: 2, maxLength: 20 }), names: Names, recommended: Type.Boolean() }),
  durations: closed({ durations: Durations }),
  stakes: closed(stakes),
  calendar: closed({ calendar: Calendar }),
  /** Closed to new orders from then on, until it opens by itself. */
  maintenance: closed({ until: Instant }),
} as const satisfies Record<ProductPart, TSchema>
export type ProductTerms<P extends ProductPart> = Infer<(typeof PRODUCT_TERMS)[P]>

/** A requested change: one part with its terms. */
export const AnyChange = Type.Union([
  closed({ part: Type.Literal('added'), terms: PRODUCT_TERMS.added }),
  closed({ part: Type.Literal('names'), terms: PRODUCT_TERMS.names }),
  closed({ part: Type.Literal('durations'), terms: PRODUCT_TERMS.durations }),
  closed({ part: Type.Literal('stakes'), terms: PRODUCT_TERMS.stakes }),
  closed({ part: Type.Literal('calendar'), terms: PRODUCT_TERMS.calendar }),
  closed({ part: Type.Literal('maintenance'), terms: PRODUCT_TERMS.maintenance }),
])

export type ProductChangeTerms = { [P in ProductPart]: { part: P; terms: ProductTerms<P> } }[ProductPart]

/** A version of a product: announced, then in force, or withdrawn before. */
export const ProductChange = closed({
  id: Type.String({ pattern: '^[1-9]\\d{0,17}$' }),
  symbol: ProductSymbol,
  revision: Type.Integer({ minimum: 1, description: 'Counts the changes of one product' }),
  part: Type.Enum([...PRODUCT_PARTS]),
  state: Type.Enum(['announced', 'in_force', 'withdrawn']),
  announcedAt: Instant,
  from: Instant,
  terms: PublicTerms,
  /** The previous terms; null until it is in force, and if there was nothing. */
  before: nullable(PublicTerms),
})
export type ProductChange = Infer<typeof ProductChange>

/** GET /product-changes: the newest first. */
export const ProductChangeQuery = closed({ ...PageQuery, symbol: Type.Optional(ProductSymbol) })
export const ProductChangePage = pageOf(ProductChange)
export type ProductChangePage = Infer<typeof ProductChangePage>

import Type from 'typebox'
import { closed, type Infer, Instant, nullable, PageQuery, pageOf } from './common'
import { LOCALES } from './locales'

/** Text of one style. A link leads to `https:` or to a page of the app ("/pages/…"); the server drops any other. */
export const Run = closed({
  text: Type.String(),
  marks: Type.Array(Type.Enum(['strong', 'emphasis', 'code', 'strike']), { maxItems: 4 }),
  href: nullable(Type.String({ maxLength: 500 })),
})
export type Run = Infer<typeof Run>
const Runs = Type.Array(Run, { maxItems: 500 })

/** A piece of an article. Nothing here is HTML, so there is nothing to inject: each kind has its component. */
export const Block = Type.Union([
  closed({ kind: Type.Literal('heading'), level: Type.Integer({ minimum: 2, maximum: 4 }), runs: Runs }),
  closed({ kind: Type.Literal('paragraph'), runs: Runs }),
  closed({
    kind: Type.Literal('list'),
    ordered: Type.Boolean(),
    items: Type.Array(closed({ depth: Type.Integer({ minimum: 0, maximum: 3 }), runs: Runs }), { maxItems: 200 }),
  }),
  closed({ kind: Type.Literal('quote'), runs: Runs }),
  closed({ kind: Type.Literal('code'), text: Type.String() }),
  closed({
    kind: Type.Literal('table'),
    head: Type.Array(Runs, { maxItems: 12 }),
    rows: Type.Array(Type.Array(Runs, { maxItems: 12 }), { maxItems: 200 }),
  }),
  closed({ kind: Type.Literal('image'), url: Type.String({ maxLength: 500 }), alt: Type.String({ maxLength: 300 }) }),
  closed({ kind: Type.Literal('rule') }),
])
export type Block = Infer<typeof Block>
const Blocks = Type.Array(Block, { maxItems: 500 })

const LocaleName = Type.Enum([...LOCALES])
/** The reader's locale; texts that it lacks fall back to English, then to zh-CN. */
export const LocaleQuery = closed({ locale: LocaleName })

export const NewsItem = closed({
  id: Type.String({ pattern: '^[a-z0-9-]{2,64}$' }),
  title: Type.String(),
  summary: Type.String(),
  coverUrl: nullable(Type.String({ maxLength: 500 })),
  publishedAt: Instant,
})
export type NewsItem = Infer<typeof NewsItem>
/** GET /news: newest first. */
export const NewsQuery = closed({ ...PageQuery, locale: LocaleName })
export type NewsQuery = Infer<typeof NewsQuery>
export const NewsPage = pageOf(NewsItem)
export type NewsPage = Infer<typeof NewsPage>

/** GET /news/:id and GET /documents/:id; `locale` is the one that the text is in. */
export const Article = closed({
  id: Type.String(),
  locale: LocaleName,
  title: Type.String(),
  coverUrl: nullable(Type.String({ maxLength: 500 })),
  publishedAt: Instant,
  updatedAt: Instant,
  blocks: Blocks,
})
export type Article = Infer<typeof Article>

/** Documents that every deployment has. */
export const DOCUMENT_IDS = [
  'about',
  'privacy',
  'privacy-about',
  'terms',
  'risk-notice',
  'savings-rules',
  'how-orders-work',
  'how-results-are-checked',
  'fees-and-limits',
  'security-tips',
] as const
export type DocumentId = (typeof DOCUMENT_IDS)[number]

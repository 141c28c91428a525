import Type, { type Static } from 'typebox'
import { closed, Instant, nullable } from './common'
import { Block } from './content'
import { LOCALES } from './locales'

/** Articles, their pictures and the income of savings, as the staff console works on them. */

const ArticleName = Type.String({ pattern: '^[a-z0-9-]{2,64}$', description: 'Name of an article' })
const ArticleKind = Type.Enum(['news', 'document'])
const PictureName = Type.String({ pattern: '^[0-9a-f]{64}\\.webp$' })
const LocaleName = Type.Enum([...LOCALES])
/** One language of an article, as Markdown. */
const ArticleText = closed({
  locale: LocaleName,
  title: Type.String({ minLength: 1, maxLength: 120 }),
  summary: Type.String({ maxLength: 300 }),
  markdown: Type.String({ minLength: 1, maxLength: 60_000 }),
})
const ArticleTexts = Type.Array(ArticleText, { minItems: 1, maxItems: LOCALES.length })
const Saved = nullable(closed({ by: Type.String(), at: Instant }))
export const ContentItem = closed({
  id: Type.String(),
  kind: ArticleKind,
  status: Type.Enum(['draft', 'published', 'withdrawn']),
  publishedAt: nullable(Instant),
  locales: Type.Array(Type.String(), { maxItems: LOCALES.length }),
  draft: Saved,
})
export type ContentItem = Static<typeof ContentItem>
export const OpenContent = closed({
  id: Type.String(),
  kind: ArticleKind,
  cover: nullable(PictureName),
  texts: Type.Array(
    closed({ locale: Type.String(), title: Type.String(), summary: Type.String(), markdown: Type.String() }),
    { maxItems: LOCALES.length },
  ),
  draft: Saved,
  /** Fingerprint of the working copy: a person who publishes it agrees to exactly that. */
  digest: nullable(Type.String()),
})
export type OpenContent = Static<typeof OpenContent>
const SaveContent = closed({ kind: ArticleKind, cover: nullable(PictureName), texts: ArticleTexts })
const AskPreview = closed({
  texts: Type.Array(closed({ locale: LocaleName, markdown: Type.String({ maxLength: 60_000 }) }), {
    maxItems: LOCALES.length,
  }),
})
export const ContentPreview = closed({
  items: Type.Array(closed({ locale: LocaleName, blocks: Type.Array(Block, { maxItems: 500 }) }), {
    maxItems: LOCALES.length,
  }),
})
export type ContentPreview = Static<typeof ContentPreview>
export const IncomeDay = closed({
  day: Type.String(),
  /** Income of 10,000.00 for one day; null if nobody has set it yet. */
  income: nullable(Type.String()),
  source: Type.String(),
  /** Paid out: it stays as it is. */
  accrued: Type.Boolean(),
})
export type IncomeDay = Static<typeof IncomeDay>

/** Earnings of one day per 10,000.00 of shares. */
export const IncomeText = Type.String({ pattern: '^\\d{1,2}(\\.\\d{1,4})?$', description: 'a number such as 0.6543' })

/** Parameters of the actions on content. */
export const CONTENT_ACTIONS = {
  'content.publish': closed({ article: ArticleName, digest: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
  'content.withdraw': closed({ article: ArticleName }),
  'content.announce': closed({
    /** To this user only; to everybody without one. */
    user: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,17}$' })),
    texts: Type.Array(
      closed({
        locale: LocaleName,
        title: Type.String({ minLength: 1, maxLength: 120 }),
        body: Type.String({ minLength: 1, maxLength: 2_000 }),
      }),
      {
        minItems: 1,
        maxItems: LOCALES.length,
      },
    ),
  }),
  'savings.income': closed({
    day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    income: IncomeText,
  }),
} as const

export const CONTENT_SCHEMAS = {
  listContent: { answer: closed({ items: Type.Array(ContentItem, { maxItems: 1_000 }) }) },
  getContent: { params: closed({ article: ArticleName }), answer: OpenContent },
  saveContent: {
    params: closed({ article: ArticleName }),
    body: SaveContent,
    answer: closed({ digest: Type.String() }),
  },
  previewContent: { body: AskPreview, answer: ContentPreview },
  /** Bytes of a picture, not JSON. */
  addPicture: { answer: closed({ name: PictureName }) },
  getPicture: { params: closed({ name: PictureName }), answer: Type.Unknown({ description: 'image/webp' }) },
  listIncome: { answer: closed({ items: Type.Array(IncomeDay, { maxItems: 30 }) }) },
} as const

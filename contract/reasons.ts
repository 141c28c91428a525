import Type from 'typebox'
import { closed, type Infer, Instant, nullable } from './common'
import { LOCALES } from './locales'
import { OPERATOR_REASONS, REASON_KEY, type ReasonKind } from './operatorReasons'

/** Reasons whose words staff have written: what users read, and what the console edits. */

export const ReasonKey = Type.String({ pattern: REASON_KEY, description: 'A reason, as a decision names it' })
export const ByReason = closed({ key: ReasonKey })
/** GET /reasons/:key: its words in the reader's language. They never change: a new text is a new version. */
export const ReasonWords = closed({ text: Type.String() })
export type ReasonWords = Infer<typeof ReasonWords>

const Kind = Type.Enum(Object.keys(OPERATOR_REASONS) as ReasonKind[])
const Code = Type.String({ pattern: '^[a-z][a-z_]{1,31}$', description: 'Name of a reason' })
export const ByReasonCode = closed({ code: Code })
const Words = Type.String({ minLength: 2, maxLength: 200 })
/** A reason is read in every language, so it is written in every language. */
const Texts = Type.Array(closed({ locale: Type.Enum([...LOCALES]), text: Words }), {
  minItems: LOCALES.length,
  maxItems: LOCALES.length,
})
/** In the order in which staff choose them. */
export const ReasonItem = closed({
  what: Kind,
  code: Code,
  /** The name by which a decision refers to the current words. */
  key: ReasonKey,
  /** Whether staff can choose it. */
  offered: Type.Boolean(),
  /** Empty if the words are those that the app ships with. */
  texts: Type.Array(closed({ locale: Type.Enum([...LOCALES]), text: Type.String() }), { maxItems: LOCALES.length }),
  changed: nullable(closed({ by: Type.String(), at: Instant })),
})
export type ReasonItem = Infer<typeof ReasonItem>
export const ReasonList = closed({ items: Type.Array(ReasonItem, { maxItems: 200 }) })
export type ReasonList = Infer<typeof ReasonList>
export const ReasonVersion = closed({
  key: ReasonKey,
  offered: Type.Boolean(),
  texts: Texts,
  by: Type.String(),
  at: Instant,
})
export type ReasonVersion = Infer<typeof ReasonVersion>
export const ReasonHistory = closed({ items: Type.Array(ReasonVersion, { maxItems: 100 }) })

/** Parameters of the action `reasons.write`: a new version of a reason, or a new one. */
export const WriteReason = closed({ what: Kind, code: Code, offered: Type.Boolean(), texts: Texts })

import Type from 'typebox'
import { closed, type Infer, Instant, MoneyText, nullable } from './common'
import { ACCOUNT_LIMIT_KINDS } from './limits'
import { LOCALES } from './locales'
import { TimeZone } from './statement'

const LimitValue = Type.String({
  pattern: '^\\d{1,16}(\\.\\d{1,4})?$',
  description: 'Decimal string: an amount, orders or minutes, as the kind of limit counts',
})

/**
 * A limit in force. `used` and `left` count towards it until `resetsAt`; the device itself counts `session`. A raise
 * (to no value: the removal) waits: the user can confirm it between `from` and `until`.
 */
export const AccountLimit = closed({
  kind: Type.Enum([...ACCOUNT_LIMIT_KINDS]),
  value: LimitValue,
  used: LimitValue,
  left: LimitValue,
  timeZone: Type.String({ description: 'Whose days, weeks and months count: that of the user when the limit was set' }),
  resetsAt: nullable(Instant),
  raise: nullable(closed({ value: nullable(LimitValue), from: Instant, until: Instant })),
})
export type AccountLimit = Infer<typeof AccountLimit>

/**
 * While it lasts, the user places no orders and makes no deposits. A null `until` is for good. Once `until` has passed,
 * the user can ask for the end, which comes at `reopensAt`.
 */
export const AccountBreak = closed({
  kind: Type.Enum(['break', 'exclusion']),
  startedAt: Instant,
  until: nullable(Instant),
  reopensAt: nullable(Instant),
})
export type AccountBreak = Infer<typeof AccountBreak>

/** GET /account-limits, and the answer to each change. Kinds without a limit are left out. */
export const AccountLimits = closed({
  limits: Type.Array(AccountLimit, { maxItems: ACCOUNT_LIMIT_KINDS.length }),
  break: nullable(AccountBreak),
})
export type AccountLimits = Infer<typeof AccountLimits>

export const AccountLimitParams = closed({ kind: Type.Enum([...ACCOUNT_LIMIT_KINDS]) })

/**
 * PUT /account-limits/:kind. A first limit or a lower one takes effect at once. A higher one, or none (null), can be
 * confirmed after 24 hours. Sending the value in force withdraws a waiting raise.
 */
export const SetAccountLimit = closed({
  value: nullable(LimitValue),
  timeZone: TimeZone,
})
export type SetAccountLimit = Infer<typeof SetAccountLimit>

/** POST /account-break: 24 hours to 366 days for a break, 6 months or more for an exclusion; null is forever. */
export const BeginBreak = closed({ kind: Type.Enum(['break', 'exclusion']), until: nullable(Instant) })
export type BeginBreak = Infer<typeof BeginBreak>

/** GET /activity: what the user has done since then; the results are those of the orders that closed since then. */
export const ActivityQuery = closed({
  since: Type.String({ pattern: '^\\d{13}$', description: 'Milliseconds since 1970-01-01T00:00:00Z' }),
})
export const Activity = closed({
  orders: Type.Integer({ minimum: 0 }),
  stakes: MoneyText,
  profitLoss: MoneyText,
})
export type Activity = Infer<typeof Activity>

/** Help lines of one country: nobody chooses from a longer list. */
export const HELP_LINES_MAX = 10

/** Somebody outside the house who helps with gambling or money, as they call themselves. At least one way to reach them. */
export const HelpLine = closed({
  name: Type.String({ minLength: 1, maxLength: 80 }),
  phone: nullable(Type.String({ pattern: '^[0-9+*#() -]{3,30}$' })),
  url: nullable(Type.String({ pattern: '^https://', maxLength: 300 })),
})
export type HelpLine = Infer<typeof HelpLine>

/** GET /help-lines: those of the user's country, else those for everywhere; none if the operator entered none. */
export const HelpLinesQuery = closed({ locale: Type.Enum([...LOCALES]) })
export const HelpLines = closed({
  country: nullable(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 country that the lines are for' })),
  items: Type.Array(HelpLine, { maxItems: HELP_LINES_MAX }),
})
export type HelpLines = Infer<typeof HelpLines>

import { savingsDay } from '../../../../contract/savingsDates'
import { digestOf } from '../../modules/content/service'
import { incomeBefore, isUnusual, readIncome, setIncome } from '../../modules/savings/fundService'
import { ConsoleRefusal } from '../../staff/refusal'
import { type ActionHandler, liveUser, userSubject } from '../action'

/** Publishes exactly the working copy that both people have read. */
export const publishContent: ActionHandler<'content.publish'> = {
  subject: ({ article }) => article,
  async check({ database, content }, { article, digest }) {
    const draft = await content.drafts.read(database, article)
    if (!draft) throw new ConsoleRefusal('not_found')
    if (digestOf(draft) !== digest) throw new ConsoleRefusal('draft_changed')
  },
  async run({ tx, deps }, { article, digest }) {
    const published = await deps.content.drafts.publish(tx, article, digest, new Date(deps.clock.now()))
    if (!published) throw new ConsoleRefusal('draft_changed')
    return { details: { status: 'published', digest } }
  },
}

export const withdrawContent: ActionHandler<'content.withdraw'> = {
  subject: ({ article }) => article,
  async check({ database }, { article }) {
    const found = await database.query(`select 1 from content_item where id = $1 and status = 'published'`, [article])
    if (found.length === 0) throw new ConsoleRefusal('not_found')
  },
  async run({ tx, deps }, { article }) {
    const result = await deps.content.setStatus(tx, article, 'withdrawn')
    if (!result.ok) throw new ConsoleRefusal('not_found')
    return { details: { status: 'withdrawn' } }
  },
}

/** Each user reads it in their own language or its fallback. */
export const announce: ActionHandler<'content.announce'> = {
  subject: ({ user }) => (user === undefined ? 'everybody' : userSubject({ user })),
  async check({ database }, { user, texts }) {
    if (user !== undefined) await liveUser(database, user)
    if (new Set(texts.map(({ locale }) => locale)).size < texts.length) throw new ConsoleRefusal('invalid_request')
  },
  async run({ tx, deps }, { user, texts }) {
    const to = user === undefined ? null : (await liveUser(tx, user)).id
    const byLocale = Object.fromEntries(texts.map(({ locale, title, body }) => [locale, { title, body }]))
    const id = await deps.messages.announce(tx, to, byLocale)
    return { details: { announcement: Number(id), locales: Object.keys(byLocale) } }
  },
}

/** Of a month with that many days. */
const isDay = (text: string) => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const incomeIn = (text: string) => {
  const income = readIncome(text)
  if (income === undefined) throw new ConsoleRefusal('income_wrong')
  return income
}

/** The income of a day that is over, within bounds; one that is out of line always needs a second person. */
export const setSavingsIncome: ActionHandler<'savings.income'> = {
  subject: ({ day }) => day,
  async check({ clock }, { day, income }) {
    incomeIn(income)
    if (!isDay(day)) throw new ConsoleRefusal('invalid_request')
    if (day >= savingsDay(clock.now())) throw new ConsoleRefusal('day_not_over')
  },
  needsTwo: async (tx, { day, income }) => isUnusual(incomeIn(income), await incomeBefore(tx, day)),
  async run({ tx, deps }, { day, income }) {
    const result = await setIncome(tx, day, incomeIn(income), savingsDay(deps.clock.now()))
    if (result.outcome === 'set') return { details: { perTenThousand: income, before: result.before } }
    throw new ConsoleRefusal(result.outcome === 'accrued' ? 'income_accrued' : 'day_not_over')
  },
}

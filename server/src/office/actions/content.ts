import { savingsDay } from '../../../../contract/savingsDates'
import type { Queryable } from '../../database/database'
import { digestOf } from '../../modules/content/service'
import { incomeBefore, isUnusual, readIncome, setIncome } from '../../modules/savings/fundService'
import { present } from '../../shared/assert'
import { ok } from '../../shared/result'
import { refuse } from '../../staff/refusal'
import { type ActionHandler, liveUser, userSubject } from '../action'

/** Publishes exactly the working copy that both people have read. */
export const publishContent: ActionHandler<'content.publish'> = {
  subject: ({ article }) => article,
  async check({ database, content }, { article, digest }) {
    const draft = await content.drafts.read(database, article)
    if (!draft) return refuse('not_found')
    return digestOf(draft) === digest ? ok(undefined) : refuse('draft_changed')
  },
  async run({ tx, deps }, { article, digest }) {
    const published = await deps.content.drafts.publish(tx, article, digest, new Date(deps.clock.now()))
    return published ? ok({ details: { status: 'published', digest } }) : refuse('draft_changed')
  },
}

export const withdrawContent: ActionHandler<'content.withdraw'> = {
  subject: ({ article }) => article,
  async check({ database }, { article }) {
    const found = await database.some(`select 1 from content_item where id = $1 and status = 'published'`, [article])
    return found ? ok(undefined) : refuse('not_found')
  },
  async run({ tx, deps }, { article }) {
    const result = await deps.content.setStatus(tx, article, 'withdrawn')
    return result.ok ? ok({ details: { status: 'withdrawn' } }) : refuse('not_found')
  },
}

/** The id of a user; null for everybody. */
async function addressee(database: Queryable, user: string | undefined) {
  if (user === undefined) return ok(null)
  const found = await liveUser(database, user)
  return found.ok ? ok(found.value.id) : found
}

/** Each user reads it in their own language or its fallback. */
export const announce: ActionHandler<'content.announce'> = {
  subject: ({ user }) => (user === undefined ? 'everybody' : userSubject({ user })),
  async check({ database }, { user, texts }) {
    if (new Set(texts.map(({ locale }) => locale)).size < texts.length) return refuse('invalid_request')
    return addressee(database, user)
  },
  async run({ tx, deps }, { user, texts }) {
    const to = await addressee(tx, user)
    if (!to.ok) return to
    const byLocale = Object.fromEntries(texts.map(({ locale, title, body }) => [locale, { title, body }]))
    const id = await deps.messages.announce(tx, to.value, byLocale)
    return ok({ details: { announcement: Number(id), locales: Object.keys(byLocale) } })
  },
}

/** Of a month with that many days. */
const isDay = (text: string) => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const checkedIncome = (text: string) => present(readIncome(text), 'the check of the action has read the income')

/** The income of a day that is over, within bounds; one that is out of line always needs a second person. */
export const setSavingsIncome: ActionHandler<'savings.income'> = {
  subject: ({ day }) => day,
  async check({ clock }, { day, income }) {
    if (readIncome(income) === undefined) return refuse('income_wrong')
    if (!isDay(day)) return refuse('invalid_request')
    return day < savingsDay(clock.now()) ? ok(undefined) : refuse('day_not_over')
  },
  needsTwo: async (tx, { day, income }) => isUnusual(checkedIncome(income), await incomeBefore(tx, day)),
  async run({ tx, deps }, { day, income }) {
    const result = await setIncome(tx, day, checkedIncome(income), savingsDay(deps.clock.now()))
    if (result.outcome === 'set') return ok({ details: { perTenThousand: income, before: result.before } })
    return refuse(result.outcome === 'accrued' ? 'income_accrued' : 'day_not_over')
  },
}

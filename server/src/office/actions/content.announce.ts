import type { Queryable } from '../../database/database'
import { ok, refuse } from '../../shared/result'
import { type ActionHandler, liveUser } from '../action'
import { userSubject } from './users'

/** The id of a user; null for everybody. */
async function addressee(database: Queryable, user: string | undefined) {
  if (user === undefined) return ok(null)
  const found = await liveUser(database, user)
  return found.ok ? ok(found.value.id) : found
}

/**
 * A message to one user or to everybody; each reads it in their own language or its fallback. Refuses two texts in one
 * language.
 */
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

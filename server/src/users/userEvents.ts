import type { ChangeTopic } from '../../../contract/limits'
import { traceParent } from '../shared/tracing'

/** Channel of PostgreSQL's NOTIFY: an event of one user, from any process on this database. */
export const USER_EVENTS_CHANNEL = 'fairtick_user_events'

/** Before the letters of a trace. Nodes leave out topics that they do not know, so that this one is for those that trace. */
const TRACE_TOPIC = 'trace_'
const LETTERS = 'abcdefghijklmnop'

/** The topics as they are sent; behind them the trace of who changed them, each of its hexadecimal digits a letter. */
function written(topics: readonly ChangeTopic[]): string {
  const [, trace = '', span = ''] = traceParent()?.split('-') ?? []
  const letters = [...trace, ...span].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join('')
  return [...topics, ...(letters ? [`${TRACE_TOPIC}${letters}`] : [])].join(',')
}

function traceIn(topics: readonly string[]): string | undefined {
  const letters = topics.find((topic) => topic.startsWith(TRACE_TOPIC))?.slice(TRACE_TOPIC.length) ?? ''
  if (!/^[a-p]{48}$/.test(letters)) return undefined
  const digits = [...letters].map((letter) => LETTERS.indexOf(letter).toString(16)).join('')
  return `00-${digits.slice(0, 32)}-${digits.slice(32)}-01`
}

interface Sql {
  query(text: string, values: readonly unknown[]): Promise<unknown>
}

/**
 * Notifies the user's devices, wherever they are connected, that these topics changed. Sent when the transaction
 * commits. `account` includes the balance, which is sent along.
 */
export async function notifyUser(tx: Sql, userId: bigint, topics: readonly ChangeTopic[]): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [USER_EVENTS_CHANNEL, `${userId} ${written(topics)}`])
}

/** `notifyUser` for many, in one statement; a user who is named twice is notified once. */
export async function notifyUsers(tx: Sql, userIds: readonly bigint[], topics: readonly ChangeTopic[]): Promise<void> {
  await tx.query(
    `select pg_notify($1, user_id || ' ' || $3) from (select distinct unnest($2::bigint[]) as user_id) named`,
    [USER_EVENTS_CHANNEL, userIds, written(topics)],
  )
}

/** The other way: undefined for a payload that this version does not know. */
export function readUserEvent(
  payload: string,
): { userId: bigint; topics: string[]; traceparent: string | undefined } | undefined {
  const [, userId, words] = /^(\d{1,18}) ([a-z_,]{1,200})$/.exec(payload) ?? []
  if (userId === undefined || words === undefined) return undefined
  const topics = words.split(',')
  return { userId: BigInt(userId), topics, traceparent: traceIn(topics) }
}

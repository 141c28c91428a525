import { fallbacksOf, type Locale } from '../../../../contract/locales'
import type { MessageFacts, MessageKind } from '../../../../contract/messageFacts'
import { MESSAGE_GROUPS, type Message, type MessagePreferences } from '../../../../contract/messages'
import type { Database, Tx } from '../../database/database'
import { dropPartitions } from '../../database/partitions'
import type { Clock } from '../../shared/clock'
import { readPage } from '../../shared/page'
import { ok, refuse } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import { notifyUser, notifyUsers } from '../../users/userEvents'
import * as repository from './repository'

/** Messages from other modules to a user, in the transaction of the event. */
export type NewMessage = {
  [K in Exclude<MessageKind, 'announcement'>]: {
    userId: bigint
    kind: K
    facts: MessageFacts[K]
    /** The same user, kind and reference get at most one message a month. */
    reference: string
  }
}[Exclude<MessageKind, 'announcement'>]

export type AnnouncementTexts = Partial<Record<Locale, { title: string; body: string }>>

const KEPT_MS = 180 * DAY_MS
const SWEEP_BATCH = 5_000
const SWEEP_BATCHES_MAX = 20
/** First letters of ids, by source. */
const SOURCES = ['m', 'a', 'o']
/** Source (message, announcement, order) and number, as one opaque id. */
const ID = /^([mao])([1-9]\d{0,17})$/

/** An announcement in the reader's language, or its fallback. */
function textIn(texts: repository.EntryRow['texts'], locale: Locale) {
  if (!texts) return undefined
  return fallbacksOf(locale)
    .map((one) => texts[one])
    .find((text) => text !== undefined)
}

function toWire(row: repository.EntryRow, locale: Locale): Message {
  const text = textIn(row.texts, locale)
  const message = {
    id: `${SOURCES[row.source]}${row.id}`,
    kind: row.kind,
    facts: row.facts,
    title: text?.title ?? null,
    body: text?.body ?? null,
    createdAt: row.created_at.toISOString(),
    read: row.read,
  }
  // The types check the writers of the rows against the facts of each kind; see contract/messageFacts.ts.
  return message as Message
}

/** Functions for other modules, in their own transaction. */
function createSending(now: () => Date) {
  return {
    async send(tx: Tx, { userId, kind, facts, reference }: NewMessage) {
      await tx.query(
        'insert into message (user_id, kind, facts, reference) values ($1, $2, $3, $4) on conflict do nothing',
        [userId, kind, JSON.stringify(facts), reference],
      )
      await notifyUser(tx, userId, ['messages'])
    },
    /** The same for many messages in one statement; for jobs that process all users in batches. */
    async sendAll(tx: Tx, messages: readonly NewMessage[]) {
      await tx.query(
        `insert into message (user_id, kind, facts, reference)
           select user_id, kind, facts::jsonb, reference
             from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as told (user_id, kind, facts, reference)
         on conflict do nothing`,
        [
          messages.map((message) => message.userId),
          messages.map((message) => message.kind),
          messages.map((message) => JSON.stringify(message.facts)),
          messages.map((message) => message.reference),
        ],
      )
      await notifyUsers(
        tx,
        messages.map((message) => message.userId),
        ['messages'],
      )
    },
    /** To everybody (`userId` null) or to one. */
    async announce(tx: Tx, userId: bigint | null, texts: AnnouncementTexts) {
      const id = await repository.insertAnnouncement(
        tx,
        userId,
        texts as Record<string, { title: string; body: string }>,
        now(),
      )
      if (userId !== null) await notifyUser(tx, userId, ['messages'])
      return id
    },
  }
}

export type MessagesService = ReturnType<typeof createMessagesService>

export function createMessagesService(deps: { database: Database; clock: Clock }) {
  const { database, clock } = deps
  const now = () => new Date(clock.now())
  /** Kinds that the user has muted: no list and no count includes them. */
  const hiddenFor = async (userId: bigint) =>
    (await repository.readMuted(database, userId)).flatMap((group) => repository.GROUP_KINDS[group] ?? [])

  return {
    ...createSending(now),
    async list(userId: bigint, locale: Locale, cursor: string | undefined, limit: number) {
      return readPage(
        { cursor, limit },
        {
          keys: 3,
          read: async (after, count) =>
            repository.listEntries(database, {
              userId,
              hidden: await hiddenFor(userId),
              since: new Date(clock.now() - KEPT_MS),
              before: after ?? undefined,
              limit: count,
            }),
          keysOf: (row) => [row.at_us, BigInt(row.source), row.id],
          toItem: (row) => toWire(row, locale),
        },
      )
    },
    countUnread: async (userId: bigint) => repository.countUnread(database, userId, await hiddenFor(userId)),
    async read(userId: bigint, id: string) {
      const [, source, number] = ID.exec(id) ?? []
      if (number === undefined) return refuse('not_found')
      if (source === 'o')
        return (await repository.hasResult(database, userId, BigInt(number))) ? ok(undefined) : refuse('not_found')
      const found =
        source === 'm'
          ? await repository.markRead(database, userId, BigInt(number), now())
          : await repository.markAnnouncementRead(database, userId, BigInt(number))
      if (!found) return refuse('not_found')
      await notifyUser(database, userId, ['messages'])
      return ok(undefined)
    },
    async readAll(userId: bigint) {
      await database.withTransaction(async (tx) => {
        await repository.markAllRead(tx, userId, now())
        await notifyUser(tx, userId, ['messages'])
      })
    },
    async preferences(userId: bigint): Promise<MessagePreferences> {
      const muted = await repository.readMuted(database, userId)
      return { muted: MESSAGE_GROUPS.filter((group) => muted.includes(group)) }
    },
    async setPreferences(userId: bigint, { muted }: MessagePreferences): Promise<MessagePreferences> {
      const groups = MESSAGE_GROUPS.filter((group) => muted.includes(group))
      await repository.writeMuted(database, userId, groups)
      await notifyUser(database, userId, ['messages'])
      return { muted: groups }
    },
    /** Deletes messages older than the retention period, whole months at once, the rest in bounded batches. */
    async sweep() {
      const before = new Date(clock.now() - KEPT_MS)
      await dropPartitions(database, 'message', before.getTime(), { onlyEmpty: false })
      for (let batch = 0; batch < SWEEP_BATCHES_MAX; batch++) {
        if ((await repository.deleteOld(database, before, SWEEP_BATCH)) < SWEEP_BATCH) break
      }
    },
  }
}

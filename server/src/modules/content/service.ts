import type { Article, Block, NewsItem } from '../../../../contract/content'
import { DOCUMENT_IDS } from '../../../../contract/content'
import { fallbacksOf, LOCALES, type Locale } from '../../../../contract/locales'
import type { Tx } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { ok, refuse } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import { addPicture, type DraftWish, importDraft, publishDraft, readDraft, readEditable, saveDraft } from './drafts'
import type { SourceItem } from './files'
import { createPublicMedia, type PublicMedia, type PublicMediaDeps } from './publicMedia'
import * as repository from './repository'
import { seedContent } from './seeds'

export { blocksOf } from './blocks'
export { type Draft, digestOf } from './drafts'
export { readFrontMatter, readItem, SourceProblem } from './files'

export interface ContentDeps extends PublicMediaDeps {
  clock: Clock
}

const encode = (row: repository.ItemRow) => Buffer.from(`${row.published_at.getTime()}~${row.id}`).toString('base64url')

function decode(cursor: string): { publishedAt: Date; id: string } | undefined {
  const [, at, id] = /^(\d{1,15})~([a-z0-9-]{2,64})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  return at === undefined || id === undefined ? undefined : { publishedAt: new Date(Number(at)), id }
}

const toNews = (row: repository.ItemRow, media: PublicMedia): NewsItem => ({
  id: row.id,
  title: row.title,
  summary: row.summary,
  coverUrl: row.cover === null ? null : media.urlOf(row.cover),
  publishedAt: row.published_at.toISOString(),
})

/** Pictures between the paragraphs are stored with their address on this server. */
const toBlock = (block: Block, media: PublicMedia): Block =>
  block.kind === 'image' ? { ...block, url: media.urlOf(block.url.slice(MEDIA_PATH.length)) } : block

const MEDIA_PATH = '/api/media/'
/** Pages and apps that were loaded earlier may still show a picture. */
const UNUSED_KEPT_MS = 30 * DAY_MS
const SWEEP_MAX = 50

export type ContentService = ReturnType<typeof createContentService>

export function createContentService(deps: ContentDeps) {
  const { database, clock } = deps
  const media = createPublicMedia(deps)
  return {
    /** Newest first, each in the reader's locale or its fallback. */
    async listNews(locale: Locale, cursor: string | undefined, limit: number) {
      const before = cursor === undefined ? undefined : decode(cursor)
      if (cursor !== undefined && !before) return refuse('invalid_request')
      const rows = await repository.listNews(database, fallbacksOf(locale), before, limit + 1)
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return ok({
        items: items.map((row) => toNews(row, media)),
        nextCursor: rows.length > limit && last ? encode(last) : null,
      })
    },
    async article(kind: repository.ItemKind, id: string, locale: Locale) {
      if (kind === 'document' && !DOCUMENT_IDS.some((known) => known === id)) return refuse('not_found')
      const row = await repository.findPublished(database, kind, id, fallbacksOf(locale))
      if (!row) return refuse('not_found')
      return ok<Article>({
        id: row.id,
        locale: LOCALES.find((known) => known === row.locale) ?? locale,
        title: row.title,
        coverUrl: row.cover === null ? null : media.urlOf(row.cover),
        publishedAt: row.published_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
        blocks: row.blocks.map((block) => toBlock(block, media)),
      })
    },
    async media(name: string) {
      const bytes = await repository.findMedia(database, name)
      return bytes ? ok(bytes) : refuse('not_found')
    },
    async setStatus(tx: Tx, id: string, status: repository.ItemStatus) {
      if (!(await repository.lockItem(tx, id))) return refuse('not_found')
      await repository.setStatus(tx, id, status, new Date(clock.now()))
      return ok(undefined)
    },
    /** Content from the staff console: see drafts.ts. */
    drafts: {
      read: readDraft,
      readEditable,
      save: saveDraft,
      import: (tx: Tx, source: SourceItem, wish: DraftWish) => importDraft(tx, media, source, wish),
      addPicture: (tx: Tx, bytes: Buffer) => addPicture(tx, media, bytes),
      publish: publishDraft,
    },
    /** Imports the shipped texts that are newer than the stored ones and that no operator has changed. */
    async seed() {
      await seedContent(deps)
      await media.sync()
    },
    /** Deletes pictures that have been unused for a month, at most fifty at once. Returns how many. */
    async sweep() {
      const now = clock.now()
      await repository.markUnused(database, new Date(now))
      return database.withTransaction(async (tx) => {
        const names = await repository.lockUnused(tx, new Date(now - UNUSED_KEPT_MS), SWEEP_MAX)
        // The object first: if that fails, the row stays and the next sweep tries again.
        for (const name of names) await media.remove(name)
        await repository.deleteMedia(tx, names)
        return names.length
      })
    },
  }
}

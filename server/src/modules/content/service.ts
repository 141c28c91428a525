import type { Article, Block, NewsItem, NewsPage } from '../../../../contract/content'
import { DOCUMENT_IDS } from '../../../../contract/content'
import { fallbacksOf, LOCALES, type Locale } from '../../../../contract/locales'
import type { Tx } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import { addPicture, publishDraft, readDraft, readEditable, saveDraft } from './drafts'
import { type Picture, type SourceItem, SourceProblem } from './files'
import { createPublicMedia, type PublicMedia, type PublicMediaDeps } from './publicMedia'
import * as repository from './repository'
import { seedContent } from './seeds'
import { storeItem } from './storeItem'

export { blocksOf } from './blocks'
export { type Draft, digestOf } from './drafts'
export { readFrontMatter, readItem, SourceProblem } from './files'

export interface ContentDeps extends PublicMediaDeps {
  clock: Clock
}

export interface ContentService {
  /** Newest first, each in the reader's locale or its fallback. */
  listNews(
    locale: Locale,
    cursor: string | undefined,
    limit: number,
  ): Promise<Result<NewsPage, AppError<'invalid_request'>>>
  article(kind: repository.ItemKind, id: string, locale: Locale): Promise<Result<Article, AppError<'not_found'>>>
  media(name: string): Promise<Result<Buffer, AppError<'not_found'>>>
  /**
   * In the caller's transaction: imports the texts and pictures of a folder as a draft, or over what is published.
   * Throws `SourceProblem` for a name that belongs to another kind, or to no document of the app.
   */
  draft(tx: Tx, kind: repository.ItemKind, source: SourceItem): Promise<repository.ItemStatus>
  setStatus(tx: Tx, id: string, status: repository.ItemStatus): Promise<Result<undefined, AppError<'not_found'>>>
  list(limit: number): Promise<repository.ListedItem[]>
  texts(id: string): ReturnType<typeof repository.readTexts>
  /** What the staff console writes: see drafts.ts. */
  drafts: {
    read: typeof readDraft
    readEditable: typeof readEditable
    save: typeof saveDraft
    addPicture(tx: Tx, bytes: Buffer): Promise<Picture>
    publish: typeof publishDraft
  }
  /** Imports the shipped texts that are newer than the stored ones and that no operator has changed. */
  seed(): Promise<void>
  /** Deletes pictures that have been unused for a month, at most fifty at once. Answers how many. */
  sweep(): Promise<number>
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

export function createContentService(deps: ContentDeps): ContentService {
  const { database, clock } = deps
  const media = createPublicMedia(deps)
  return {
    async listNews(locale, cursor, limit) {
      const before = cursor === undefined ? undefined : decode(cursor)
      if (cursor !== undefined && !before) return fail('invalid_request')
      const rows = await repository.listNews(database, fallbacksOf(locale), before, limit + 1)
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return ok({
        items: items.map((row) => toNews(row, media)),
        nextCursor: rows.length > limit && last ? encode(last) : null,
      })
    },
    async article(kind, id, locale) {
      if (kind === 'document' && !DOCUMENT_IDS.some((known) => known === id)) return fail('not_found')
      const row = await repository.findPublished(database, kind, id, fallbacksOf(locale))
      if (!row) return fail('not_found')
      return ok({
        id: row.id,
        locale: LOCALES.find((known) => known === row.locale) ?? locale,
        title: row.title,
        coverUrl: row.cover === null ? null : media.urlOf(row.cover),
        publishedAt: row.published_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
        blocks: row.blocks.map((block) => toBlock(block, media)),
      })
    },
    async media(name) {
      const bytes = await repository.findMedia(database, name)
      return bytes ? ok(bytes) : fail('not_found')
    },
    async draft(tx, kind, source) {
      const isDocument = DOCUMENT_IDS.some((id) => id === source.id)
      if (kind === 'document' && !isDocument)
        throw new SourceProblem(`"${source.id}" is no document of the app; there are ${DOCUMENT_IDS.join(', ')}.`)
      const known = await repository.lockItem(tx, source.id)
      if (known ? known.kind !== kind : isDocument && kind === 'news')
        throw new SourceProblem(`"${source.id}" is the name of a ${known?.kind ?? 'document'} already.`)
      const status = known?.status ?? 'draft'
      await storeItem(tx, source, {
        kind,
        status,
        // Only used where the article has no date of publication yet.
        publishedAt: status === 'published' ? new Date(clock.now()) : null,
        updatedAt: new Date(clock.now()),
        seedHash: null,
      })
      for (const { name, bytes } of source.pictures.values()) await media.put(name, bytes)
      return status
    },
    async setStatus(tx, id, status) {
      if (!(await repository.lockItem(tx, id))) return fail('not_found')
      await repository.setStatus(tx, id, status, new Date(clock.now()))
      return ok(undefined)
    },
    list: (limit) => repository.listItems(database, limit),
    texts: (id) => repository.readTexts(database, id),
    drafts: {
      read: readDraft,
      readEditable,
      save: saveDraft,
      addPicture: (tx, bytes) => addPicture(tx, media, bytes),
      publish: publishDraft,
    },
    async seed() {
      await seedContent(deps)
      await media.sync()
    },
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

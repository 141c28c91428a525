import type { Block } from '../../../../contract/content'
import type { Queryable, Tx } from '../../database/database'

export type ItemKind = 'news' | 'document'
export type ItemStatus = 'draft' | 'published' | 'withdrawn'

export interface ItemRow {
  id: string
  cover: string | null
  published_at: Date
  updated_at: Date
  locale: string
  title: string
  summary: string
}

/** The text in the first language of `$1` that the item has; `item` is the alias of the outer table. */
const BEST_TEXT = `join lateral (
  select locale, title, summary, blocks from content_text
   where item_id = item.id and locale = any ($1) order by array_position($1, locale) limit 1) text on true`

/** Newest first. `before` is the time and id of the last one of the page before. */
export function listNews(
  tx: Queryable,
  locales: readonly string[],
  before: { publishedAt: Date; id: string } | undefined,
  limit: number,
): Promise<ItemRow[]> {
  return tx.query<ItemRow>(
    `select item.id, item.cover, item.published_at, item.updated_at, text.locale, text.title, text.summary
       from content_item item ${BEST_TEXT}
      where item.kind = 'news' and item.status = 'published'
        and ($2::timestamptz is null or (item.published_at, item.id) < ($2, $3))
      order by item.published_at desc, item.id desc limit $4`,
    [locales, before?.publishedAt ?? null, before?.id ?? null, limit],
  )
}

export function findPublished(tx: Queryable, kind: ItemKind, id: string, locales: readonly string[]) {
  return tx.first<ItemRow & { blocks: Block[] }>(
    `select item.id, item.cover, item.published_at, item.updated_at, text.locale, text.title, text.summary, text.blocks
       from content_item item ${BEST_TEXT}
      where item.kind = $2 and item.id = $3 and item.status = 'published'`,
    [locales, kind, id],
  )
}

export async function findMedia(tx: Queryable, name: string): Promise<Buffer | undefined> {
  return (await tx.first<{ bytes: Buffer }>('select bytes from content_media where name = $1', [name]))?.bytes
}

export async function mediaNames(tx: Queryable): Promise<string[]> {
  return (await tx.query<{ name: string }>('select name from content_media order by name')).map(({ name }) => name)
}

export async function insertMedia(tx: Tx, name: string, bytes: Buffer): Promise<void> {
  await tx.query(
    'insert into content_media (name, bytes) values ($1, $2) on conflict (name) do update set unused_at = null',
    [name, bytes],
  )
}

/** Returns which of these exist; none of them is deleted before the transaction ends. */
export async function keepMedia(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    'update content_media set unused_at = null where name = any ($1) returning name',
    [names],
  )
  return rows.map(({ name }) => name)
}

/** Records since when no article, public or not, and no working copy has named a picture. */
export async function markUnused(tx: Queryable, now: Date): Promise<void> {
  await tx.query(
    `with used as materialized (
       select cover as name from content_item union select cover from content_draft
       union select found[1] from content_text, regexp_matches(blocks::text, '[0-9a-f]{64}[.]webp', 'g') found
       union select found[1] from content_draft, regexp_matches(texts::text, '[0-9a-f]{64}[.]webp', 'g') found)
     update content_media media set unused_at = case when media.unused_at is null then $1::timestamptz end
      where (media.unused_at is null) <> exists (select from used where used.name = media.name)`,
    [now],
  )
}

/**
 * Pictures unused since before `before`, except those that somebody is about to use. Locked until the transaction ends.
 */
export async function lockUnused(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    'select name from content_media where unused_at < $1 order by unused_at, name limit $2 for update skip locked',
    [before, limit],
  )
  return rows.map(({ name }) => name)
}

export const deleteMedia = (tx: Tx, names: readonly string[]) =>
  tx.query('delete from content_media where name = any ($1)', [names])

export interface StoredItem {
  kind: ItemKind
  status: ItemStatus
  seed_hash: string | null
}

export function lockItem(tx: Tx, id: string): Promise<StoredItem | undefined> {
  return tx.first<StoredItem>('select kind, status, seed_hash from content_item where id = $1 for update', [id])
}

export interface NewItem {
  id: string
  kind: ItemKind
  status: ItemStatus
  cover: string | null
  publishedAt: Date | null
  updatedAt: Date
  seedHash: string | null
  texts: { locale: string; title: string; summary: string; blocks: Block[] }[]
}

/** Stores an item and all its texts in place of the earlier ones. */
export async function writeItem(tx: Tx, item: NewItem): Promise<void> {
  await tx.query(
    `insert into content_item (id, kind, status, cover, published_at, updated_at, seed_hash)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set kind = $2, status = $3, cover = $4, updated_at = $6, seed_hash = $7,
       published_at = coalesce(content_item.published_at, $5)`,
    [item.id, item.kind, item.status, item.cover, item.publishedAt, item.updatedAt, item.seedHash],
  )
  await tx.query('delete from content_text where item_id = $1', [item.id])
  for (const { locale, title, summary, blocks } of item.texts) {
    await tx.query('insert into content_text (item_id, locale, title, summary, blocks) values ($1, $2, $3, $4, $5)', [
      item.id,
      locale,
      title,
      summary,
      JSON.stringify(blocks),
    ])
  }
}

export async function setStatus(tx: Tx, id: string, status: ItemStatus, now: Date): Promise<void> {
  await tx.query(
    `update content_item set status = $2, seed_hash = null, updated_at = $3,
            published_at = case when $2 = 'published' then coalesce(published_at, $3) else published_at end
      where id = $1`,
    [id, status, now],
  )
}

export async function readTexts(tx: Queryable, id: string) {
  return tx.query<{ locale: string; title: string; summary: string; blocks: Block[] }>(
    'select locale, title, summary, blocks from content_text where item_id = $1 order by locale',
    [id],
  )
}

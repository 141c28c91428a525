import { createHash } from 'node:crypto'
import { DOCUMENT_IDS } from '../../../../contract/content'
import type { Queryable, Tx } from '../../database/database'
import { blocksOf } from './blocks'
import { makePicture, type Picture, type SourceItem, SourceProblem, withMediaNames } from './files'
import { markdownOf } from './markdown'
import type { PublicMedia } from './publicMedia'
import * as repository from './repository'

/** One language of an article as it was written. */
export interface DraftText {
  locale: string
  title: string
  summary: string
  markdown: string
}

export interface Draft {
  id: string
  kind: repository.ItemKind
  cover: string | null
  texts: DraftText[]
  savedBy: string
  savedAt: Date
}

export type NewDraft = Omit<Draft, 'savedBy' | 'savedAt'>

/** The person who publishes agrees to exactly this content. */
export const digestOf = ({ id, kind, cover, texts }: NewDraft) =>
  createHash('sha256')
    .update(
      JSON.stringify([id, kind, cover, ...texts.map((text) => [text.locale, text.title, text.summary, text.markdown])]),
    )
    .digest('hex')
    .slice(0, 32)

/** The working copy; undefined without one. */
export function readDraft(tx: Queryable, id: string): Promise<Draft | undefined> {
  return tx.first<Draft>(
    `select id, kind, cover, texts, saved_by as "savedBy", saved_at as "savedAt" from content_draft where id = $1`,
    [id],
  )
}

/** The working copy, or else the public text as an editor would write it. */
export async function readEditable(tx: Queryable, id: string): Promise<NewDraft | undefined> {
  const draft = await readDraft(tx, id)
  if (draft) return draft
  const item = await tx.first<{ kind: repository.ItemKind; cover: string | null }>(
    'select kind, cover from content_item where id = $1',
    [id],
  )
  if (!item) return undefined
  const texts = await repository.readTexts(tx, id)
  return {
    id,
    ...item,
    texts: texts.map(({ blocks, ...text }) => ({ ...text, markdown: markdownOf(blocks) })),
  }
}

/** Throws `SourceProblem` or RangeError for a text that cannot be published. */
export async function saveDraft(tx: Tx, draft: NewDraft, by: string, at: Date): Promise<void> {
  const known = await repository.lockItem(tx, draft.id)
  const isDocument = DOCUMENT_IDS.some((id) => id === draft.id)
  if ((known?.kind ?? draft.kind) !== draft.kind || isDocument !== (draft.kind === 'document'))
    throw new SourceProblem(`"${draft.id}" is no name of a ${draft.kind}.`)
  for (const { markdown } of draft.texts) blocksOf(markdown)
  const named = draft.texts.flatMap(({ markdown }) => markdown.match(/[0-9a-f]{64}\.webp/g) ?? [])
  const kept = await repository.keepMedia(tx, draft.cover === null ? named : [draft.cover, ...named])
  if (draft.cover !== null && !kept.includes(draft.cover)) throw new SourceProblem('There is no such picture.')
  await tx.query(
    `insert into content_draft (id, kind, cover, texts, saved_by, saved_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set kind = $2, cover = $3, texts = $4, saved_by = $5, saved_at = $6`,
    [draft.id, draft.kind, draft.cover, JSON.stringify(draft.texts), by, at],
  )
}

export interface DraftWish {
  kind: repository.ItemKind
  by: string
  at: Date
}

/** Saves what a folder holds, with its pictures, as the working copy. Throws as `saveDraft`. */
export async function importDraft(
  tx: Tx,
  media: PublicMedia,
  { id, cover, texts, pictures }: SourceItem,
  wish: DraftWish,
): Promise<NewDraft> {
  for (const { name, bytes } of pictures.values()) {
    await repository.insertMedia(tx, name, bytes)
    await media.put(name, bytes)
  }
  const draft = {
    id,
    kind: wish.kind,
    cover: cover?.name ?? null,
    texts: texts.map(({ markdown, ...text }) => ({ ...text, markdown: withMediaNames(markdown, pictures) })),
  }
  await saveDraft(tx, draft, wish.by, wish.at)
  return draft
}

/** Stores a picture where articles can name it, and in the object store. Throws `SourceProblem`, `ObjectStoreError`. */
export async function addPicture(tx: Tx, media: PublicMedia, bytes: Buffer): Promise<Picture> {
  const picture = await makePicture(bytes)
  // The row first: it waits for a sweep that is deleting this picture.
  await repository.insertMedia(tx, picture.name, picture.bytes)
  await media.put(picture.name, picture.bytes)
  return picture
}

/** Publishes the working copy and deletes it; false if somebody has saved another one since. */
export async function publishDraft(tx: Tx, id: string, digest: string, at: Date): Promise<boolean> {
  await repository.lockItem(tx, id)
  const draft = await readDraft(tx, id)
  if (!draft || digestOf(draft) !== digest) return false
  await repository.writeItem(tx, {
    id,
    kind: draft.kind,
    status: 'published',
    cover: draft.cover,
    publishedAt: at,
    updatedAt: at,
    seedHash: null,
    texts: draft.texts.map(({ markdown, ...text }) => ({
      ...text,
      blocks: blocksOf(markdown),
    })),
  })
  await tx.query('delete from content_draft where id = $1', [id])
  return true
}

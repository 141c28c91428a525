import type { Tx } from '../../database/database'
import { blocksOf } from './blocks'
import { type SourceItem, withMediaNames } from './files'
import * as repository from './repository'

/** Stores an item of a folder, with its pictures. */
export async function storeItem(
  tx: Tx,
  source: SourceItem,
  facts: Pick<repository.NewItem, 'kind' | 'status' | 'publishedAt' | 'updatedAt' | 'seedHash'>,
): Promise<void> {
  for (const picture of source.pictures.values()) await repository.insertMedia(tx, picture.name, picture.bytes)
  await repository.writeItem(tx, {
    ...facts,
    id: source.id,
    cover: source.cover?.name ?? null,
    texts: source.texts.map(({ locale, title, summary, markdown }) => ({
      locale,
      title,
      summary,
      blocks: blocksOf(withMediaNames(markdown, source.pictures)),
    })),
  })
}

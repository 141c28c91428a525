import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Tx } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { projectRoot } from '../../shared/paths'
import { blocksOf } from './blocks'
import { readItem, type SourceItem, withMediaNames } from './files'
import * as repository from './repository'

/** Shipped content: `server/content/{documents,news}/<id>/<locale>.md`. */
const FOLDERS = { document: 'documents', news: 'news' } as const

/** Changes with any file of an article, so that a new version of the product installs its new texts. */
function hashOf(folder: string): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}

/** `2026-11-02-name` was published on that day; documents have no date in their name. */
function publishedAt(id: string, now: Date): Date {
  const [, day] = /^(\d{4}-\d{2}-\d{2})-/.exec(id) ?? []
  const date = new Date(`${day}T08:00:00Z`)
  return Number.isNaN(date.getTime()) || date > now ? now : date
}

/** Stores an item of a folder, with its pictures. */
async function storeItem(
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

/** Imports shipped articles; one that an operator has changed, published or withdrawn stays as it is. */
export async function seedContent({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = new Date(clock.now())
  for (const [kind, name] of Object.entries(FOLDERS) as [repository.ItemKind, string][]) {
    const root = join(projectRoot(), 'server', 'content', name)
    for (const id of existsSync(root) ? readdirSync(root).sort() : []) {
      const folder = join(root, id)
      const seedHash = hashOf(folder)
      await database.withTransaction(async (tx) => {
        const known = await repository.lockItem(tx, id)
        if (known && (known.seed_hash === null || known.seed_hash === seedHash)) return
        await storeItem(tx, await readItem(folder, id), {
          kind,
          status: 'published',
          publishedAt: publishedAt(id, now),
          updatedAt: now,
          seedHash,
        })
      })
    }
  }
}

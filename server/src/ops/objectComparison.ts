import type { Queryable } from '../database/database'
import { type ObjectStore, ObjectStoreError } from '../objectStore/objectStore'
import { LIST_MAX, type StoredObject } from '../objectStore/rawStore'

/** A folder of the store, and the place where the database names its objects. */
export interface ObjectKind {
  name: 'photos' | 'ticks' | 'media'
  folder: string
  /** The first `$2` of the names after `$1`, by key: `key`, and whether the object has to be there (`due`, at `$3`). */
  named: string
}

const TICK_NAMES = `select object_key as key, true as due from tick_archive
    where object_key collate "C" > $1 and $3::bigint is not null order by object_key collate "C" limit $2`

/** Pictures of content are in the database as well: the store has to have them only if users read them from there. */
const mediaNames = (isPublic: boolean) =>
  `select 'media/' || left(name, 64) as key, ${isPublic} as due from content_media
    where 'media/' || left(name, 64) collate "C" > $1 and $3::bigint is not null order by name collate "C" limit $2`

const PHOTO_NAMES = `select object_key as key,
    stored_at is not null and (delete_after is null or delete_after > to_timestamp($3 / 1000.0)) as due
  from upload where object_key collate "C" > $1 order by object_key collate "C" limit $2`

export const objectKinds = (mediaPublicUrl: string | undefined): readonly ObjectKind[] => [
  { name: 'photos', folder: 'photos/', named: PHOTO_NAMES },
  { name: 'ticks', folder: 'ticks/', named: TICK_NAMES },
  { name: 'media', folder: 'media/', named: mediaNames(mediaPublicUrl !== undefined) },
]

type Keyed = { key: string }

/**
 * All entries of pages that each begin behind the key before; a page that is not full is the last. Stores that do not
 * list by the bytes of keys exist: comparing such a list would call objects orphans that are none.
 */
async function* entries<T extends Keyed>(pageAfter: (after: string) => Promise<T[]>): AsyncGenerator<T> {
  for (let after = ''; ; ) {
    const page = await pageAfter(after)
    for (const entry of page) {
      if (entry.key <= after)
        throw new ObjectStoreError('the object store does not list its objects in the order of keys')
      after = entry.key
      yield entry
    }
    if (page.length < LIST_MAX) return
  }
}

/** Two lists in the order of their keys, side by side. */
export async function* sideBySide<L extends Keyed, R extends Keyed>(
  left: AsyncIterator<L>,
  right: AsyncIterator<R>,
): AsyncGenerator<{ key: string; left: L | undefined; right: R | undefined }> {
  const next = async <T>(list: AsyncIterator<T>): Promise<T | undefined> => {
    const { done, value } = await list.next()
    return done ? undefined : value
  }
  let [l, r] = [await next(left), await next(right)]
  for (;;) {
    const key = l && (!r || l.key <= r.key) ? l.key : r?.key
    if (key === undefined) return
    const [ofLeft, ofRight] = [l?.key === key ? l : undefined, r?.key === key ? r : undefined]
    yield { key, left: ofLeft, right: ofRight }
    if (ofLeft) l = await next(left)
    if (ofRight) r = await next(right)
  }
}

/** All objects of a folder, a page in memory at a time. */
export const storedIn = (objects: ObjectStore, folder: string) => entries((after) => objects.list(folder, after))

interface NamedObject {
  key: string
  /** Whether the store has to have it; else it may: a photo that is on its way in or out. */
  due: boolean
}

export const namedIn = (database: Queryable, { named }: ObjectKind, nowMs: number) =>
  entries((after) => database.query<NamedObject>(named, [after, LIST_MAX, nowMs]))

/** Objects of one kind that only one side has. */
interface Difference {
  named: number
  stored: number
  /** Named and due, and not in the store. */
  missing: number
  /** In the store, not named, and older than what can be on its way. */
  orphaned: number
}

/** An archive is written before the database names it, and the first of its files may be hours before. */
const ON_ITS_WAY_MS = 24 * 3_600_000

/** Walks both sides of one kind; `also` are keys that the software itself brings. */
export async function compareKind(
  deps: { database: Queryable; objects: ObjectStore; nowMs: number },
  kind: ObjectKind,
  also: ReadonlySet<string>,
  on: { missing?(key: string): Promise<void>; orphaned?(object: StoredObject): Promise<void> } = {},
): Promise<Difference> {
  const found = { named: 0, stored: 0, missing: 0, orphaned: 0 }
  const names = namedIn(deps.database, kind, deps.nowMs)
  for await (const { key, left: name, right: object } of sideBySide(names, storedIn(deps.objects, kind.folder))) {
    if (name) found.named += 1
    if (object) found.stored += 1
    if (name?.due && !object) {
      found.missing += 1
      await on.missing?.(key)
    }
    if (object && !name && !also.has(key) && object.atMs <= deps.nowMs - ON_ITS_WAY_MS) {
      found.orphaned += 1
      await on.orphaned?.(object)
    }
  }
  return found
}

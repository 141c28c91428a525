import type { Database } from '../../database/database'
import type { ObjectStore } from '../../objectStore/objectStore'
import type { Log } from '../../shared/log'
import * as repository from './repository'

export interface PublicMediaDeps {
  database: Database
  objects: Pick<ObjectStore, 'get' | 'put' | 'delete'>
  log: Log
  /** `mediaPublicUrl`: where the store's `media/` can be read without a key. */
  config: { mediaPublicUrl: string | undefined }
}

/** "<hash>.webp" in the database; without the extension in the store, whose keys have no dot. */
const keyOf = (name: string) => `media/${name.replace('.webp', '')}`

/** Pictures of content at a public address: that of the object store, or of this server. */
export type PublicMedia = ReturnType<typeof createPublicMedia>

export function createPublicMedia({ database, objects, log, config }: PublicMediaDeps) {
  const base = config.mediaPublicUrl
  // Until this process has seen that the store has every picture, this server serves them: it always has them.
  let complete = false
  const put = async (name: string, bytes: Buffer) => {
    if (base !== undefined) await objects.put(keyOf(name), bytes, 'image/webp')
  }
  return {
    /**
     * Uploads a picture to its public address in the store; does nothing without such an address. Throws
     * `ObjectStoreError`.
     */
    put,
    /**
     * Uploads all pictures that the store lacks, e.g. everything after the address was first set. Then `urlOf` gives that
     * address.
     */
    async sync() {
      if (base === undefined) return
      try {
        for (const name of await repository.mediaNames(database)) {
          if (await objects.get(keyOf(name))) continue
          const bytes = await repository.findMedia(database, name)
          if (bytes) await put(name, bytes)
        }
        complete = true
      } catch (error) {
        log.error({ err: error }, 'pictures of content could not be put into the object store; this server serves them')
      }
    },
    /** Deletes the picture from the store, also when no public address is set. Throws `ObjectStoreError`. */
    remove: (name: string) => objects.delete(keyOf(name)),
    urlOf: (name: string): string => (base !== undefined && complete ? `${base}/${keyOf(name)}` : `/api/media/${name}`),
  }
}

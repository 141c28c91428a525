import type { Database } from '../../database/database'
import type { ObjectStore } from '../../objectStore/objectStore'
import type { Log } from '../../shared/log'
import * as repository from './repository'

/** Pictures of content at a public address: that of the object store, or of this server. */
export interface PublicMedia {
  /**
   * Uploads a picture to its public address in the store; does nothing without such an address. Throws
   * `ObjectStoreError`.
   */
  put(name: string, bytes: Buffer): Promise<void>
  /**
   * Uploads all pictures that the store lacks, e.g. everything after the address was first set. Then `urlOf` gives that
   * address.
   */
  sync(): Promise<void>
  urlOf(name: string): string
  /** Deletes the picture from the store, also when no public address is set. Throws `ObjectStoreError`. */
  remove(name: string): Promise<void>
}

export interface PublicMediaDeps {
  database: Database
  objects: Pick<ObjectStore, 'get' | 'put' | 'delete'>
  log: Log
  /** `mediaPublicUrl`: where the store's `media/` can be read without a key. */
  config: { mediaPublicUrl: string | undefined }
}

/** "<hash>.webp" in the database; without the extension in the store, whose keys have no dot. */
const keyOf = (name: string) => `media/${name.replace('.webp', '')}`

export function createPublicMedia({ database, objects, log, config }: PublicMediaDeps): PublicMedia {
  const base = config.mediaPublicUrl
  // Until this process has seen that the store has every picture, this server serves them: it always has them.
  let complete = false
  const put = async (name: string, bytes: Buffer) => {
    if (base !== undefined) await objects.put(keyOf(name), bytes, 'image/webp')
  }
  return {
    put,
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
    remove: (name) => objects.delete(keyOf(name)),
    urlOf: (name) => (base !== undefined && complete ? `${base}/${keyOf(name)}` : `/api/media/${name}`),
  }
}

import type { Database } from '../../database/database'
import type { ObjectStore } from '../../objectStore/objectStore'
import type { Log } from '../../shared/log'
import * as repository from './repository'

/** Pictures of content where everybody can read them: the object store at its public address, or this server. */
export interface PublicMedia {
  /** Puts a picture where its public address will say it is; nothing without such an address. Throws `ObjectStoreError`. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Puts what the store lacks, e.g. all there is when the address was just set. Afterwards `urlOf` gives that address. */
  sync(): Promise<void>
  urlOf(name: string): string
  /** Where this house stores pictures publicly or did so before. Throws `ObjectStoreError`. */
  remove(name: string): Promise<void>
}

export interface PublicMediaDeps {
  database: Database
  objects: ObjectStore
  log: Log
  /** `mediaPublicUrl`: where the store's `media/` can be read without a key. */
  config: { mediaPublicUrl: string | undefined }
}

/** "<hash>.webp" of the database, without the dot, which keys of the store have not. */
const keyOf = (name: string) => `media/${name.replace('.webp', '')}`

export function createPublicMedia({ database, objects, log, config }: PublicMediaDeps): PublicMedia {
  const base = config.mediaPublicUrl
  // Until this process has seen that the store has everything, pictures come from here, where they surely are.
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

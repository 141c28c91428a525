import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ObjectStore } from '../../objectStore/objectStore'
import type { Log } from '../../shared/log'
import { projectRoot } from '../../shared/paths'

export interface ProductIconsDeps {
  objects: Pick<ObjectStore, 'get' | 'put'>
  log: Log
  config: { mediaPublicUrl: string | undefined }
}

/** `<SYMBOL>.webp`, 108 pixels wide; a deployment adds the pictures of its own products here. */
const FOLDER = join(projectRoot(), 'server', 'content', 'products')
const FILE = /^([A-Z0-9]{2,16})\.webp$/

/** The shipped pictures with the keys that they have in the store. */
const shippedIcons = (folder: string) =>
  (existsSync(folder) ? readdirSync(folder).sort() : []).flatMap((name) => {
    const symbol = FILE.exec(name)?.[1]
    if (symbol === undefined) return []
    const bytes = readFileSync(join(folder, name))
    return [{ symbol, bytes, key: `media/${createHash('sha256').update(bytes).digest('hex')}` }]
  })

/** Pictures of products at a public address in the object store. */
export type ProductIcons = ReturnType<typeof createProductIcons>

export function createProductIcons({ objects, log, config }: ProductIconsDeps, folder = FOLDER) {
  const base = config.mediaPublicUrl
  const keys = new Map<string, string>()
  const putAll = async () => {
    for (const { symbol, bytes, key } of shippedIcons(folder)) {
      if (!(await objects.get(key))) await objects.put(key, bytes, 'image/webp')
      keys.set(symbol, key)
    }
  }
  return {
    /** Names of the shipped pictures in the store, whether or not they are there. */
    keys: (): string[] => shippedIcons(folder).map(({ key }) => key),
    /** Uploads the shipped pictures to their address; does nothing without one. Never throws. */
    async sync() {
      if (base === undefined) return
      await putAll().catch((error) =>
        log.error({ err: error }, 'pictures of products could not be put into the object store; the app draws its own'),
      )
    },
    /** Undefined if this product has no picture, or none can be loaded: the app draws its own. */
    urlOf(symbol: string): string | undefined {
      const key = keys.get(symbol)
      return key && `${base}/${key}`
    },
  }
}

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder, wherever the command is started from. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @param {...string} parts path below the root, e.g. `fromRoot('dist', 'h5')` */
export const fromRoot = (...parts) => join(ROOT, ...parts)

/** Stamps, caches and other files that can be deleted at any time. */
export const CACHE = fromRoot('.cache')

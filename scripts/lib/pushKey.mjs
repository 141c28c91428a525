import { createECDH } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from './paths.mjs'

/**
 * The setting that lets whoever tries the product have pushes: a key next to the embedded database, made once. Nodes
 * that share a database have to share the key, so there it is the operator's. Empty if one is set.
 */
export function pushKeyForTrial(env = process.env) {
  if (env.VAPID_KEY || env.VAPID_KEY_FILE || env.DATABASE_URL || env.DATABASE_URL_FILE) return {}
  const folder = resolve(ROOT, env.DATA_DIR?.trim() || '.data')
  const path = join(folder, 'vapid.key')
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
  try {
    makeFolders(folder)
    writeFileSync(path, `${key}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // The server reports other problems with the folder.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') return {}
  }
  return { VAPID_KEY_FILE: path }
}

/** One by one: Node.js's own recursive call never ends below /proc. @param {string} folder */
function makeFolders(folder) {
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  mkdirSync(folder)
}

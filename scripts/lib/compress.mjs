import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = /\.(?:html|js|css|json|svg|txt|webmanifest|map)$/
/** Below this, compression saves less than a packet. */
const SMALLEST = 1024

/**
 * Writes `.br` and `.gz` next to every text file, so that the server never compresses on the fly.
 * @param {string} folder
 */
export function compressFolder(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !TEXT.test(entry.name) || statSync(path).size < SMALLEST) continue
    const bytes = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}

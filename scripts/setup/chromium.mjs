import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { npm } from '../lib/install.mjs'
import { CACHE } from '../lib/paths.mjs'
import { say } from '../lib/say.mjs'

/** Chromium without windows as a package of npm, which exists for Linux on x64 only. */
const NAME = '@sparticuz/chromium'
const VERSION = '153.0.0'

/** @param {string} file @param {NodeJS.WritableStream} target */
const unpack = (file, target) => pipeline(createReadStream(file), createBrotliDecompress(), target)

/**
 * Brings a Chromium from npm, for an account that has none and may not install one. It is no dependency of the project, so that
 * nobody else has to fetch its 70 MB.
 * @returns {Promise<string | undefined>} its path; undefined on other systems, or if it did not come
 */
export async function chromiumOfNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(CACHE, `chromium-${VERSION}`)
  const start = join(folder, 'start')
  if (existsSync(start)) return start
  say(`fetching Chromium ${VERSION} for the tests in a browser (once, 70 MB)`)
  mkdirSync(folder, { recursive: true })
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  if ((await npm(['install', '--prefix', folder, ...quietly, `${NAME}@${VERSION}`])) !== 0) return undefined
  const packed = join(folder, 'node_modules', NAME, 'bin')
  await unpack(join(packed, 'chromium.br'), createWriteStream(join(folder, 'chromium'), { mode: 0o755 }))
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'inherit', 'inherit'] })
  const [, [code]] = await Promise.all([unpack(join(packed, 'al2023.tar.br'), tar.stdin), once(tar, 'exit')])
  if (code !== 0) return undefined
  // The libraries of a system that has no browser; only this program may take them for the system's.
  const script = `#!/bin/sh\nLD_LIBRARY_PATH='${folder}/lib' exec '${folder}/chromium' "$@"\n`
  writeFileSync(`${start}.part`, script, { mode: 0o755 })
  renameSync(`${start}.part`, start)
  return start
}

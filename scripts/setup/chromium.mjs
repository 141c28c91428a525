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

const FOLDER = join(CACHE, `chromium-${VERSION}`)
const START = join(FOLDER, 'start')

/** The program that `fetchChromium` has brought. @returns {string | undefined} */
export const fetchedChromium = () => (existsSync(START) ? START : undefined)

/**
 * Brings a Chromium from npm, for an account that has none and may not install one. It is no dependency of the project, so that
 * nobody else has to fetch its 70 MB. Does nothing on other systems, and says why if it does not come.
 */
export async function fetchChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  say(`fetching Chromium ${VERSION} for the tests in a browser (once, 70 MB)`)
  mkdirSync(FOLDER, { recursive: true })
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  if ((await npm(['install', '--prefix', FOLDER, ...quietly, `${NAME}@${VERSION}`])) !== 0) return
  const packed = join(FOLDER, 'node_modules', NAME, 'bin')
  await unpack(join(packed, 'chromium.br'), createWriteStream(join(FOLDER, 'chromium'), { mode: 0o755 }))
  const tar = spawn('tar', ['-x', '-C', FOLDER], { stdio: ['pipe', 'inherit', 'inherit'] })
  const [, [code]] = await Promise.all([unpack(join(packed, 'al2023.tar.br'), tar.stdin), once(tar, 'exit')])
  if (code !== 0) return
  // The libraries of a system that has no browser; only this program may take them for the system's.
  const script = `#!/bin/sh\nLD_LIBRARY_PATH='${FOLDER}/lib' exec '${FOLDER}/chromium' "$@"\n`
  writeFileSync(`${START}.part`, script, { mode: 0o755 })
  renameSync(`${START}.part`, START)
}

// npm run build:tools: the programs for people outside the house, each of tools/ as one readable file in scripts/.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { fromRoot } from './lib/paths.mjs'
import { runMain } from './lib/say.mjs'
import { TOOLS } from './lib/tools.mjs'

/** Built file in scripts/ → its source in tools/. @type {Record<string, string>} */
export const PROGRAMS = {
  'verify-receipt.mjs': 'verifyReceipt.ts',
  'monitor.mjs': 'monitor.ts',
  'witness.mjs': 'witness.ts',
  'read-feeds.mjs': 'readFeeds.ts',
}

/** In place of the libraries that the app uses: parts of Node.js itself, and a curve written out. */
const OWN = ['sha256', 'ed25519', 'curve']

/** @type {import('vite').Plugin} */
const withoutLibraries = {
  name: 'hashes and signatures without libraries',
  enforce: 'pre',
  resolveId(source, importer) {
    const name = OWN.find((each) => source === `./${each}`)
    return name && importer?.startsWith(fromRoot('proof')) ? fromRoot('tools', 'lib', `${name}.ts`) : undefined
  },
}

/**
 * The comment at the head of a program, which is its help, and where the program comes from.
 * @param {string} source
 */
const bannerOf = (source) =>
  `${readFileSync(fromRoot('tools', source), 'utf8').split('\nimport ')[0]}\n//\n// Built from tools/${source} and proof/ by npm run build:tools; change it there.`

/** The text of a built program. @param {string} name @returns {Promise<string>} */
export async function programOf(name) {
  const source = PROGRAMS[name]
  const result = await build({
    configFile: false,
    root: fromRoot(),
    logLevel: 'warn',
    plugins: [withoutLibraries],
    ssr: { noExternal: true },
    build: {
      ssr: fromRoot('tools', source),
      write: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { format: 'esm', banner: bannerOf(source), codeSplitting: false } },
    },
  })
  const [output] = /** @type {import('vite').Rolldown.RolldownOutput} */ (result).output
  // As our own files are written.
  const args = [TOOLS.biome, 'format', `--stdin-file-path=scripts/${name}`]
  return execFileSync(process.execPath, args, { cwd: fromRoot(), input: output.code, encoding: 'utf8' })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await runMain(async () => {
    for (const name of Object.keys(PROGRAMS)) writeFileSync(fromRoot('scripts', name), await programOf(name))
  })

// npm run build:server: bundles the server's entries into dist/server; most packages stay in node_modules.
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { fromRoot } from './lib/paths.mjs'
import { Refusal, runMain } from './lib/say.mjs'

/** Output name → source. An entry that does not exist is left out. */
const ENTRIES = {
  main: 'server/src/main.ts',
  migrate: 'server/src/migrateOnly.ts',
  ops: 'server/src/ops/main.ts',
  decoder: 'server/src/decoder.ts',
}
/**
 * A server uses little of these packages. The unused parts would take 5 MB in each process, 4 of them modules of
 * typebox.
 */
const BUNDLED = [
  'typebox',
  'libphonenumber-js',
  'otpauth',
  'csv-parse',
  'marked',
  'uuid',
  '@noble/hashes',
  '@scure/base',
]

/** @type {import('esbuild').Plugin} */
const bundled = {
  name: 'bundled packages',
  setup({ onResolve }) {
    const filter = new RegExp(`^(${BUNDLED.join('|')})(/|$)`)
    onResolve({ filter }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) }))
  },
}

await runMain(async () => {
  const entries = Object.entries(ENTRIES).filter(([, source]) => existsSync(fromRoot(source)))
  if (!entries.some(([name]) => name === 'main')) throw new Refusal(`${ENTRIES.main} is missing.`)
  const outdir = fromRoot('dist', 'server')
  rmSync(outdir, { recursive: true, force: true })
  await build({
    absWorkingDir: fromRoot(),
    entryPoints: Object.fromEntries(entries.map(([name, source]) => [name, fromRoot(source)])),
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    packages: 'external',
    plugins: [bundled],
    sourcemap: true,
    // A stack needs names and lines (server/src/shared/stackMaps.ts); the sources would be two thirds of the map.
    sourcesContent: false,
    // V8 keeps the text of a script: without white space and comments, and one byte a character as long as it is ASCII.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'external',
    logLevel: 'warning',
  })
  copyFileSync(fromRoot('server/src/decoding/confine.pl'), fromRoot('dist/server/confine.pl'))
  if (/\P{ASCII}/u.test(readFileSync(fromRoot('dist', 'server', 'main.js'), 'utf8')))
    throw new Refusal('dist/server/main.js is not ASCII: write such characters of regular expressions as \\u2019.')
})

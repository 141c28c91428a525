import { createReadStream, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import { build } from 'esbuild'
import postcss from 'postcss'
import { compileAsync } from 'sass'
import { h5Twins } from './h5Twins.mjs'
import { fromRoot } from './paths.mjs'

const require = createRequire(import.meta.url)
const SOURCE = fromRoot('test', 'gallery')
/** Never part of a build that ships. */
const OUTPUT = fromRoot('node_modules', '.cache', 'gallery')

/** taro-ui's styles are written for an older Sass, and for a design twice as wide (config/index.ts). */
const OLD_SASS = ['import', 'slash-div', 'global-builtin', 'color-functions']
/** @param {{ file?: string }} input */
const designWidth = (input) => (/taro-ui/.test(String(input.file)) ? 750 : 375)

/** Compiles a style sheet as the H5 build does: 16 px is one rem. @param {string} path */
async function compileStyles(path) {
  const { css } = await compileAsync(path, {
    quietDeps: true,
    silenceDeprecations: /** @type {never[]} */ (OLD_SASS),
  })
  const toRem = require('postcss-pxtransform')({
    platform: 'h5',
    designWidth,
    deviceRatio: { 375: 2, 750: 1 },
    baseFontSize: 16,
    minRootSize: 16,
  })
  return (await postcss([toRem]).process(css, { from: path })).css
}

const TEXTS = fromRoot('src', 'i18n', 'locales')
/** In place of `src/i18n/loadMessages.ts`, whose imports only webpack understands: each language as a whole. */
const loadMessages = () => `
  import { partOf } from '../../config/textParts'
  const files = { ${readdirSync(TEXTS).map((file) => `'${basename(file, '.json')}': () => import('./locales/${file}')`)} }
  export const loadMessages = async (locale) => partOf(JSON.stringify((await files[locale]()).default), 'app')
  export const loadFirstMessages = loadMessages`

/** The app's modules as the H5 build has them. @type {import('esbuild').Plugin} */
const asInH5 = {
  name: 'as in H5',
  setup(plugin) {
    plugin.onLoad({ filter: /\.scss$/ }, async ({ path }) => ({ contents: await compileStyles(path), loader: 'css' }))
    plugin.onLoad({ filter: /[\\/]src[\\/]i18n[\\/]loadMessages\.ts$/ }, ({ path }) => ({
      contents: loadMessages(),
      resolveDir: dirname(path),
      loader: 'ts',
    }))
  },
}

/** The drawings of the icons, which the H5 build writes into the scripts. */
async function iconDrawings() {
  const outfile = fromRoot('node_modules', '.cache', 'iconDrawings.cjs')
  await build({
    entryPoints: [fromRoot('config', 'h5', 'iconDrawings.ts')],
    outfile,
    platform: 'node',
    format: 'cjs',
    define: { __dirname: JSON.stringify(fromRoot('config', 'h5')) },
  })
  return require(outfile).iconDrawings()
}

/** @param {string} name @param {string} body */
const page = (name, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="${name}.css"></head><body>${body}<script src="${name}.js"></script></body></html>`

/** Of both pages. @type {import('esbuild').BuildOptions} */
const COMMON = {
  outdir: OUTPUT,
  bundle: true,
  format: 'iife',
  jsx: 'automatic',
  target: 'es2022',
  logLevel: 'error',
}

/**
 * Builds the page with one screen of the staff console, and another that frames it; as in its own build, React is the one
 * that staff get.
 * @returns {Promise<string>} the folder
 */
export async function buildConsoleGallery() {
  mkdirSync(OUTPUT, { recursive: true })
  await build({
    ...COMMON,
    entryPoints: { console: join(SOURCE, 'console', 'app.tsx') },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  writeFileSync(join(OUTPUT, 'console.html'), page('console', ''))
  writeFileSync(
    join(OUTPUT, 'consoleFrame.html'),
    '<!doctype html><iframe src="console.html" title="Screen" style="border:0"></iframe>',
  )
  return OUTPUT
}

/**
 * Builds the gallery of `test/gallery` from the sources: the book for people, and the page with one screen of the app that it
 * frames and that tests open.
 * @returns {Promise<string>} the folder
 */
export async function buildGallery() {
  mkdirSync(OUTPUT, { recursive: true })
  await build({
    ...COMMON,
    entryPoints: { app: join(SOURCE, 'app.tsx'), book: join(SOURCE, 'book.ts') },
    loader: { '.png': 'file', '.svg': 'file' },
    alias: {
      '@tarojs/taro': fromRoot('test', 'client', 'taro.ts'),
      '@tarojs/components': fromRoot('src', 'h5', 'components', 'index.ts'),
    },
    define: {
      // Not "development", which has its own panel.
      'process.env.NODE_ENV': '"test"',
      'process.env.TARO_ENV': '"h5"',
      'process.env.TARO_APP_API_ORIGIN': '""',
      'process.env.TARO_APP_PROOF_PIN': '""',
      'process.env.TARO_APP_PRICE_SIGNERS': '""',
      'process.env.TARO_APP_ANTI_DEBUG': '"off"',
      'process.env.TARO_APP_TEMPLATE_ORDER': '""',
      'process.env.TARO_APP_TEMPLATE_WITHDRAWAL': '""',
      ICON_DRAWINGS: JSON.stringify(await iconDrawings()),
    },
    plugins: [h5Twins, asInH5],
  })
  writeFileSync(join(OUTPUT, 'app.html'), page('app', ''))
  writeFileSync(join(OUTPUT, 'index.html'), page('book', ''))
  return OUTPUT
}

/** @type {Record<string, string>} */
const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' }

/** In place of every photo that the console asks its server for. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#c9d0da"/><circle cx="150" cy="170" r="70" fill="#5d6b85"/><path d="M290 130h260M290 190h200M290 250h230" stroke="#5d6b85" stroke-width="24"/></svg>'

/**
 * Serves the gallery on this machine only.
 * @param {string} folder from `buildGallery`
 * @param {number} [port] any free one unless told
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
export async function serveGallery(folder, port = 0) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/console-api/'))
      return void response.writeHead(200, { 'content-type': TYPES['.svg'] }).end(PICTURE)
    const name = basename(pathname) || 'index.html'
    const file = createReadStream(join(folder, name))
    file.on('open', () => {
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
      file.pipe(response)
    })
    file.on('error', () => response.writeHead(404).end())
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  const { port: taken } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { origin: `http://127.0.0.1:${taken}`, close: () => server.close() }
}

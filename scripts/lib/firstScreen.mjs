import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import postcss from 'postcss'
import { h5Twins } from './h5Twins.mjs'
import { fromRoot } from './paths.mjs'
import { textLocales } from './texts.mjs'

const SOURCE = fromRoot('src', 'h5', 'firstScreen')
const PAGES = {
  '/': 'welcome',
  '/pages/welcome/welcome': 'welcome',
  '/pages/index/index': 'home',
  '/pages/Detail/Detail': 'detail',
}

/**
 * The parts of each page in the order in which they come, so that a page is painted while the rest is on its way:
 * strangers open welcome, links lead to products.
 */
const PAGE_PARTS = {
  welcome: ['example', 'promises', 'welcome', 'welcomeUser'],
  detail: ['head', 'headOutline', 'detail', 'detailUser'],
  home: ['home', 'homeUser'],
}
/** They come with the second picture of a page. */
const LIST_PARTS = ['row-open', 'row-closed', 'row-maintenance', 'list', 'listOutline']

/** Modules whose values or components have a named place on the first screen instead (src/h5/firstScreen/slots.ts). */
const SLOTS =
  /\/(domain\/price|domain\/sparkline|domain\/proof\/strip|i18n\/format|callWords|productPicture|ProductHead|ProductsState|WelcomeProof)$/

const I18N = fromRoot('src', 'i18n')
const FIRST_TEXTS = `
import { partOf } from '../../config/textParts'
${textLocales()
  .map((locale, index) => `import l${index} from './locales/${locale}.json'`)
  .join('\n')}
const TEXTS = { ${textLocales().map((locale, index) => `'${locale}': l${index}`)} }
export const loadFirstMessages = async (locale) => partOf(JSON.stringify(TEXTS[locale]), 'first')
`

/**
 * Renders the templates with the app's own components, bundled for Node.
 * @param {Record<string, string>} icons drawings by name
 */
async function renderTemplates(icons) {
  const outfile = fromRoot('node_modules', '.cache', 'firstScreen.cjs')
  const marks = join(SOURCE, 'marks.ts')
  await build({
    entryPoints: [join(SOURCE, 'render.tsx')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    loader: { '.scss': 'empty', '.css': 'empty', '.png': 'empty' },
    alias: {
      '@tarojs/taro': join(SOURCE, 'taro.ts'),
      '@tarojs/components': fromRoot('src', 'h5', 'components', 'index.ts'),
    },
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.TARO_ENV': '"h5"',
      'process.env.TARO_APP_API_ORIGIN': '""',
      ICON_DRAWINGS: JSON.stringify(icons),
    },
    // Nothing of a browser is there; what asks at load finds an empty one.
    banner: { js: 'globalThis.window ??= globalThis;' },
    plugins: [
      h5Twins,
      {
        name: 'slots',
        setup(plugin) {
          plugin.onResolve({ filter: SLOTS }, ({ importer }) =>
            /[\\/]src[\\/]h5[\\/]/.test(importer) ? undefined : { path: join(SOURCE, 'slots.ts') },
          )
        },
      },
      {
        name: 'texts',
        setup(plugin) {
          // The bundler of the app cuts each file by the query of its import (config/textsLoader.cjs).
          plugin.onLoad({ filter: /src[\\/]i18n[\\/]loadMessages\.ts$/ }, () => ({
            contents: FIRST_TEXTS,
            resolveDir: I18N,
          }))
        },
      },
      {
        name: 'marks',
        setup(plugin) {
          const real = fromRoot('src', 'i18n', 'index.ts')
          plugin.onLoad({ filter: /src[\\/]i18n[\\/]index\.ts$/ }, ({ path }) =>
            path === real
              ? { contents: `export * from ${JSON.stringify(marks)}`, loader: 'ts', resolveDir: SOURCE }
              : undefined,
          )
        },
      },
    ],
  })
  const require = createRequire(import.meta.url)
  delete require.cache[outfile]
  return require(outfile).renderFirstScreens()
}

/** @param {string} text */
const classesOf = (text) => new Set([...text.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names.split(/\s+/)))
/** Set by the script that paints, or by the state of a page. */
const LATER = [
  'theme-light',
  'theme-dark',
  'red-up',
  'first-shown',
  'first',
  'up',
  'down',
  'level',
  'sparkline--up',
  'sparkline--down',
  'sparkline--flat',
]

/**
 * The rules that the templates use, as the browser would have them.
 * @param {string} sheet of the app and its early pages @param {string} markup
 */
function usedStyles(sheet, markup) {
  const classes = classesOf(markup)
  for (const name of LATER) classes.add(name)
  /** @param {string} selector */
  const applies = (selector) =>
    !/:(active|hover|focus|disabled)|\[disabled\]/.test(selector) &&
    [...selector.matchAll(/\.([\w-]+)/g)].every(([, name]) => classes.has(name)) &&
    !/^\s*(view|text|page|scroll-view)\b/.test(selector)
  const root = postcss.parse(sheet)
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && /keyframes$/.test(rule.parent.name)) return
    const kept = rule.selectors.filter(applies)
    // Icons are drawn into the markup: each mask would be its own document for the browser.
    const isIcon =
      /\.icon--[a-z-]+$/.test(rule.selector) &&
      rule.nodes.some((node) => node.type === 'decl' && /mask-image$/.test(node.prop))
    if (kept.length === 0 || isIcon) rule.remove()
    else rule.selectors = kept
  })
  const text = root.toString()
  root.walkAtRules(/keyframes$/, (rule) => {
    if (!text.replace(rule.toString(), '').includes(rule.params)) rule.remove()
  })
  root.walkComments((comment) => void comment.remove())
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0 || rule.name === 'charset' || rule.params === 'print') rule.remove()
  })
  return root.toString().replace(/\s*\n\s*/g, '')
}

/** @param {string} id @param {object} value */
const json = (id, value) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`

/** The inline script, minified; the content security policy allows the hash of exactly this text. */
async function pickerScript() {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCE, 'picker.ts')],
    bundle: true,
    format: 'iife',
    minify: true,
    write: false,
    target: 'es2020',
    legalComments: 'none',
  })
  return outputFiles[0].text.trim()
}

/** The first look into storage waits for another process: it does while the rest of the page is on its way. Storage may be forbidden. */
const WAKE_STORAGE = '<script>try{localStorage.length}catch{}</script>'

/**
 * Writes a file for each of these languages, with names as those of a language's other files.
 * @param {string} folder the build's output @param {Record<string, object>} languages @returns their addresses
 */
function writeLanguages(folder, languages) {
  const place = 'static/texts'
  mkdirSync(join(folder, place), { recursive: true })
  const entries = Object.entries(languages).map(([locale, language]) => {
    const text = JSON.stringify(language)
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 7)
    const path = `${place}/locale-${locale}-screen.${hash}.json`
    writeFileSync(join(folder, path), text)
    return [locale, `/h5/${path}`]
  })
  return Object.fromEntries(entries)
}

/**
 * Writes the first screens into a build's index.html: templates, the styles they need, and the script that paints one;
 * and which build it is, into the page and into a file next to it.
 * @param {string} folder the build's output
 */
export async function writeFirstScreen(folder) {
  const listing = join(folder, 'first-files.json')
  const { files, icons } = JSON.parse(readFileSync(listing, 'utf8'))
  rmSync(listing)
  const page = join(folder, 'index.html')
  const html = readFileSync(page, 'utf8')
  const sheet = html.match(/<link href="([^"]*)" rel="stylesheet">/)
  if (!sheet) throw new Error('index.html has no style sheet')
  const { templates, others, ...rest } = await renderTemplates(icons)
  const markup = Object.values(templates).join('')
  const styles =
    usedStyles(readFileSync(join(folder, sheet[1].replace(/^\/h5\//, '')), 'utf8'), markup) +
    readFileSync(join(SOURCE, 'firstScreen.css'), 'utf8').replace(/\n/g, '')
  /** As text: the browser would build every page's elements, of which one is shown. @param {string} step @param {string[]} names */
  const stepOf = (step, names) => {
    const parts = names.map((name) => `<script type="text/html" id="first-${name}">${templates[name]}</script>`)
    return `${parts.join('')}<script>firstParts('${step}')</script>`
  }
  const pages = Object.entries(PAGE_PARTS).map(([page, names]) => stepOf(page, names))
  const data = json('first-screens', { pages: PAGES, files, languages: writeLanguages(folder, others), ...rest })
  const head = `<link id="app-css" media="print" href="${sheet[1]}" rel="stylesheet"><style id="first-css">${styles}</style>`
  const script = `<script>${await pickerScript()}</script>`
  const list = `<!--first-sparks-->${stepOf('list', LIST_PARTS)}`
  const body = `<body><!--first-data-->${data}${script}${pages.join('')}${list}<div id="app"></div></body>`
  const whole = html.replace(sheet[0], head).replace(/<body>.*<\/body>/s, () => body)
  const version = createHash('sha256').update(whole).digest('hex').slice(0, 16)
  writeFileSync(page, whole.replace('<head>', `<head><meta name="version" content="${version}">${WAKE_STORAGE}`))
  // The files that a cached page requests (src/platform/offline.ts).
  writeFileSync(join(folder, 'version.txt'), version)
}

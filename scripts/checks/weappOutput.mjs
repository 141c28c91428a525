// Limits of the built mini program: the sizes of its packages, the level of its language, and nothing that
// WeChat's runtimes refuse. `npm run build:weapp` runs it over dist/weapp.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import babel from '@babel/core'
import { capture } from '../lib/run.mjs'
import { TOOLS } from '../lib/tools.mjs'

/**
 * In KB (1024 bytes), uncompressed, as WeChat counts. It takes 2 MB of each package: the main one keeps a tenth of that
 * free, for what a release adds in a hurry. Subpackages stay small, because a user waits for each.
 */
export const LIMITS = { main: 1843, subpackage: 512 }
/** iOS 12 and the oldest Android runtimes of WeChat in use take it; config/weapp/slim.ts builds for it. */
export const LEVEL = 'es2017'

/** Called anywhere in the output, these would fail there: `src/weapp/oldRuntimes.ts` has none of them. */
const TOO_NEW = new Set([
  'matchAll',
  'allSettled',
  'findLast',
  'findLastIndex',
  'toSorted',
  'toReversed',
  'toSpliced',
  'hasOwn',
  'withResolvers',
  'groupBy',
  'structuredClone',
  'queueMicrotask',
  'BigInt',
  'requestIdleCallback',
])

/** Checks signed prices. src/stores/proofCheck.ts asks for BigInt before it loads this, and without it says that it cannot check. */
const WITH_BIG_INTEGERS = 'parts/check/index.js'

/**
 * @typedef {object} AppJson what the build makes of src/app.config.ts
 * @property {string[]} pages
 * @property {{ root: string, pages: string[] }[]} [subPackages]
 * @property {{ list: { iconPath: string, selectedIconPath: string }[] }} tabBar
 * @property {string} themeLocation
 * @property {string} sitemapLocation without this file WeChat's search may show every page
 */

const KB = 1024
const MAIN = 'main'

/** @param {string} folder the build's output @returns {AppJson} */
const appOf = (folder) => JSON.parse(readFileSync(join(folder, 'app.json'), 'utf8'))

/** All files below a folder, relative to it, with forward slashes. @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

/**
 * Sizes by package. DevTools' own configuration next to the code is not uploaded and does not count.
 * @param {string} folder the build's output
 * @returns {{ name: string, kb: number, limit: number }[]} the main package first, then from the largest
 */
export function measurePackages(folder) {
  const app = appOf(folder)
  const roots = (app.subPackages ?? []).map(({ root }) => root)
  const sizes = new Map([MAIN, ...roots].map((name) => [name, 0]))
  for (const file of filesBelow(folder)) {
    if (/^project\.(private\.)?config\.json$|\.map$|\.LICENSE\.txt$/.test(file)) continue
    const name = roots.find((root) => file.startsWith(`${root}/`)) ?? MAIN
    sizes.set(name, (sizes.get(name) ?? 0) + statSync(join(folder, file)).size / KB)
  }
  /** @param {string} name */
  const limitOf = (name) => (name === MAIN ? LIMITS.main : LIMITS.subpackage)
  return [...sizes]
    .map(([name, kb]) => ({ name, kb, limit: limitOf(name) }))
    .sort((a, b) => Number(b.name === MAIN) - Number(a.name === MAIN) || b.kb - a.kb)
}

/** The packages as a table for the terminal. @param {ReturnType<typeof measurePackages>} packages */
export function packageTable(packages) {
  const rows = packages.map(({ name, kb, limit }) => `  ${name.padEnd(28)}${kb.toFixed(1).padStart(8)} KB  of ${limit}`)
  const total = packages.reduce((sum, { kb }) => sum + kb, 0)
  return [...rows, `  ${'all'.padEnd(28)}${total.toFixed(1).padStart(8)} KB`].join('\n')
}

/** Features of a script that WeChat refuses, in words. @param {string} code @returns {string[]} */
export function forbiddenIn(code) {
  const found = new Set()
  const tree = /** @type {import('@babel/core').ParseResult} */ (
    babel.parseSync(code, { configFile: false, babelrc: false, sourceType: 'script' })
  )
  /** @param {any} node of which only an identifier has a name */
  const nameOf = ({ name }) => name
  // Names of the runtime itself do not count as the script's own.
  /** @param {import('@babel/traverse').Scope} scope @param {string} name */
  const isOwn = (scope, name) => scope.hasBinding(name, { noGlobals: true })
  /** @param {import('@babel/types').Node} callee */
  const isFunction = (callee) => callee.type === 'Identifier' && callee.name === 'Function'
  babel.traverse(tree, {
    CallExpression({ node, scope }) {
      const { callee, arguments: args } = node
      if (callee.type === 'Identifier' && callee.name === 'eval' && !isOwn(scope, 'eval')) found.add('calls eval')
      const called = nameOf(callee.type === 'MemberExpression' ? callee.property : callee)
      if (TOO_NEW.has(called) && !isOwn(scope, called)) found.add(`calls ${called}`)
      if (isFunction(callee) && !isOwn(scope, 'Function')) found.add('makes a function from text')
      if (/^set(Timeout|Interval)$/.test(nameOf(callee) ?? '') && args[0]?.type === 'StringLiteral') {
        found.add('runs text by a timer')
      }
    },
    NewExpression({ node, scope }) {
      const [pattern] = node.arguments
      // Lookbehind came with iOS 16.4; the minifier hides it, and `\p{}`, in texts that the check of the level does not read.
      if (
        nameOf(node.callee) === 'RegExp' &&
        pattern?.type === 'StringLiteral' &&
        /\(\?<[=!]|\\p\{/.test(pattern.value)
      ) {
        found.add(`has the pattern ${pattern.value}`)
      }
      if (isFunction(node.callee) && !isOwn(scope, 'Function')) found.add('makes a function from text')
    },
    BigIntLiteral() {
      found.add('has a BigInt literal')
    },
  })
  return [...found]
}

/** Selectors that WeChat's style compiler refuses. @param {string} css */
export function forbiddenInStyles(css) {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{}]+(?=\{)/g) ?? []
  return selectors
    .filter((selector) => /(^|[\s>+~,(])\*/.test(selector))
    .map((selector) => `selects "${selector.trim()}"`)
}

/** @param {string} folder @param {AppJson} app */
function missingFiles(folder, app) {
  const packages = [{ root: '', pages: app.pages }, ...(app.subPackages ?? [])]
  const pages = packages.flatMap(({ root, pages: list }) => list.map((page) => (root ? `${root}/${page}` : page)))
  const wanted = pages.flatMap((page) => ['js', 'json', 'wxml'].map((ext) => `${page}.${ext}`))
  const icons = app.tabBar.list.flatMap(({ iconPath, selectedIconPath }) => [iconPath, selectedIconPath])
  return [...wanted, ...icons, app.themeLocation, app.sitemapLocation]
    .filter((file) => !existsSync(join(folder, file)))
    .map((file) => `${file} is missing`)
}

/** @param {string} folder */
async function aboveLevel(folder) {
  const { code, output } = await capture(process.execPath, [TOOLS.esCheck, LEVEL, join(folder, '**/*.js')])
  if (code === 0 && output.includes('passed')) return []
  const files = [...output.matchAll(/erroring file: (\S+)/g)].map(([, file]) => `${file} is above ${LEVEL}`)
  return files.length > 0 ? files : [`the check of the language level failed: ${output}`]
}

/**
 * @param {string} folder the build's output
 * @returns {Promise<string[]>} what is wrong, a sentence each
 */
export async function weappProblems(folder) {
  const app = appOf(folder)
  const files = filesBelow(folder)
  /** @param {string} file */
  const read = (file) => readFileSync(join(folder, file), 'utf8')
  const tooLarge = measurePackages(folder)
    .filter(({ kb, limit }) => kb > limit)
    .map(({ name, kb, limit }) => `the package ${name} has ${kb.toFixed(1)} KB, more than ${limit}`)
  const scripts = files.filter((file) => file.endsWith('.js'))
  /** @param {string} file @param {string[]} list */
  const words = (file, list) => list.map((what) => `${file} ${what}`)
  return [
    ...tooLarge,
    ...missingFiles(folder, app),
    ...(await aboveLevel(folder)),
    ...scripts.flatMap((file) =>
      words(
        file,
        forbiddenIn(read(file)).filter((what) => file !== WITH_BIG_INTEGERS || what !== 'calls BigInt'),
      ),
    ),
    ...files.filter((file) => file.endsWith('.wxss')).flatMap((file) => words(file, forbiddenInStyles(read(file)))),
  ]
}

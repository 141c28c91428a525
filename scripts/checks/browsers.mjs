// Requirements of the built H5 app on a browser, against `browserslist` of package.json. test/e2e/build.test.ts runs
// it.
//
// Syntax and the language's own library are es-check's matter, by browser. Features of the DOM and CSS that this code
// could use by mistake are in the tables below: [Chrome, Firefox, Safari] that first had it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import babel from '@babel/core'
import { runChecks } from 'es-check'
import postcss from 'postcss'
import { fromRoot } from '../lib/paths.mjs'

const NEVER = Number.POSITIVE_INFINITY

/**
 * @typedef {[chrome: number, firefox: number, safari: number]} Since the versions that first had a feature
 * @typedef {Record<'chrome' | 'firefox' | 'safari', number>} Versions
 */

/** Members of objects, and names of the window. @type {Record<string, Since>} */
const DOM = {
  randomUUID: [92, 95, 15.4],
  structuredClone: [98, 94, 15.4],
  requestIdleCallback: [47, 55, NEVER],
  checkVisibility: [105, 106, 17.4],
  BroadcastChannel: [54, 38, 15.4],
  createImageBitmap: [50, 42, 15],
  OffscreenCanvas: [69, 105, 16.4],
  DecompressionStream: [80, 113, 16.4],
  showModal: [37, 98, 15.4],
  showPopover: [114, 125, 17],
  onscrollend: [114, 109, 26.2],
  startViewTransition: [111, 144, 18],
  roundRect: [99, 112, 16],
  inert: [102, 112, 15.5],
  canShare: [89, NEVER, 14],
  locks: [69, 96, 15.4],
  visualViewport: [61, 91, 13],
  userAgentData: [90, NEVER, NEVER],
}

/** Methods of the language that es-check does not find, unless it sees what they are called on. @type {Record<string, Since>} */
const METHODS = {
  at: [92, 90, 15.4],
  findLast: [97, 104, 15.4],
  findLastIndex: [97, 104, 15.4],
  hasOwn: [93, 92, 15.4],
  groupBy: [117, 119, 17.4],
  toReversed: [110, 115, 16],
  toSorted: [110, 115, 16],
  toSpliced: [110, 115, 16],
  withResolvers: [119, 121, 17.4],
  any: [85, 79, 14],
}

/** Properties, `property:value` pairs, at-rules, pseudo-classes and units of style sheets. @type {Record<string, Since>} */
const CSS = {
  gap: [84, 63, 14.1],
  inset: [87, 66, 14.1],
  'aspect-ratio': [88, 89, 15],
  'accent-color': [93, 92, 15.4],
  'text-wrap': [114, 121, 17.4],
  'content-visibility': [85, 125, 18],
  'contain-intrinsic-size': [83, 107, 17],
  'overscroll-behavior': [63, 59, 16],
  'overscroll-behavior-y': [65, 59, 16],
  'scrollbar-width': [121, 64, 18.2],
  'scrollbar-gutter': [94, 97, 18.2],
  'overflow:clip': [90, 81, 16],
  'overflow-wrap:anywhere': [80, 65, 15.4],
  'word-break:auto-phrase': [119, NEVER, NEVER],
  'text-underline-offset': [87, 70, 12.1],
  'mask-image': [120, 53, 15.4],
  'backdrop-filter': [76, 103, 18],
  translate: [104, 72, 14.1],
  '@container': [105, 110, 16],
  '@layer': [99, 97, 15.4],
  '@supports': [28, 22, 9],
  ':has': [105, 121, 15.4],
  ':is': [88, 78, 14],
  ':where': [88, 78, 14],
  ':focus-visible': [86, 85, 15.4],
  'color-mix(': [111, 113, 16.2],
  dvh: [108, 101, 15.4],
  svh: [108, 101, 15.4],
}

/** Used all the same: what a browser without it shows or does. A name that is no longer used must be removed. */
const EXPLAINED = {
  Uint8ArrayFromHex: '@noble asks whether there is one, and its points have a method of this name',
  Uint8ArrayToHex: 'the same',
  requestIdleCallback: 'looked for before it is called; without it the rest of the app is asked for at once',
  canShare: 'looked for before it is called; without it a picture is saved instead of shared',
  StringReplaceAll: 'browsers had it before its edition of the language: Chrome 85, Firefox 77, Safari 13.1',
  FinalizationRegistry: 'MobX looks for it, and has a timer without it',
  SetUnion: 'a method of MobX’s sets that hands on to the browser’s; nothing of ours calls it',
  SetIntersection: 'as SetUnion',
  SetDifference: 'as SetUnion',
  SetSymmetricDifference: 'as SetUnion',
  SetIsSubsetOf: 'as SetUnion',
  SetIsSupersetOf: 'as SetUnion',
  SetIsDisjointFrom: 'as SetUnion',
  'text-wrap': 'lines of a title are of unequal length',
  'content-visibility': 'rows that are out of sight are drawn, too',
  'contain-intrinsic-size': 'goes with content-visibility',
  'overflow:clip':
    'pages are hidden as before, and what is in focus on a page that slides in may pull them aside for a third of a second',
  'overscroll-behavior': 'the page bounces at its ends; pulling it down refreshes all the same',
  'overscroll-behavior-y': 'as overscroll-behavior',
  'scrollbar-width': 'a thin bar shows below what scrolls sideways',
  'overflow-wrap:anywhere': '`break-word`, which every element inherits, holds instead (styles/base.scss)',
  'word-break:auto-phrase': 'Japanese breaks between any two characters',
  'mask-image': 'stands beside -webkit-mask-image, which every browser takes',
  ':focus-visible': 'the browser’s own outline is drawn instead (styles/base.scss)',
}

/** @returns {string[]} */
const browserslist = () => JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).browserslist.production

/** "Safari >= 14.1" makes ["safari", 14.1]; iOS and Safari are the same engine. */
function supported() {
  /** @type {Versions} */
  const oldest = { chrome: NEVER, firefox: NEVER, safari: NEVER }
  /** @type {Record<string, keyof Versions>} */
  const kinds = { chrome: 'chrome', edge: 'chrome', firefox: 'firefox', safari: 'safari', ios: 'safari' }
  for (const line of browserslist()) {
    const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? []
    const kind = kinds[name.toLowerCase()]
    if (!kind) throw new Error(`browserslist: "${line}" is none of ${Object.keys(kinds).join(', ')} with ">= version"`)
    oldest[kind] = Math.min(oldest[kind], Number(version))
  }
  return oldest
}

/**
 * Browsers of the list that lack a feature, e.g. "Safari 14.1 (needs 15.4)".
 * @param {Since} since @param {Versions} oldest
 */
function lacking([chrome, firefox, safari], oldest) {
  /** @type {[string, number, number][]} */
  const needs = [
    ['chrome', chrome, oldest.chrome],
    ['firefox', firefox, oldest.firefox],
    ['safari', safari, oldest.safari],
  ]
  return needs
    .filter(([, version, own]) => version > own)
    .map(([name, version, own]) => `${name} ${own} (needs ${version === NEVER ? 'another engine' : version})`)
}

/** @param {string} folder @param {string} extension */
function filesOf(folder, extension) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name))
}

/** @param {string} code */
function scriptUseOf(code) {
  const used = new Set()
  /** @param {any} property of which only an identifier has a name */
  const note = ({ name }) => {
    if (Object.hasOwn(DOM, name)) used.add(name)
  }
  /** @param {import('@babel/types').CallExpression | import('@babel/types').OptionalCallExpression} call */
  const noteCall = ({ callee }) => {
    if (!('computed' in callee) || callee.computed || !('name' in callee.property)) return
    const { name } = callee.property
    if (typeof name === 'string' && Object.hasOwn(METHODS, name)) used.add(name)
  }
  const tree = /** @type {import('@babel/core').ParseResult} */ (
    babel.parseSync(code, { configFile: false, babelrc: false, sourceType: 'unambiguous' })
  )
  babel.traverse(tree, {
    MemberExpression({ node }) {
      note(node.property)
    },
    OptionalMemberExpression({ node }) {
      note(node.property)
    },
    CallExpression({ node }) {
      noteCall(node)
    },
    OptionalCallExpression({ node }) {
      noteCall(node)
    },
    RegExpLiteral({ node }) {
      // Safari 16.4 is the first to take it, and the whole script fails in an older one.
      if (/\(\?<[=!]/.test(node.pattern)) used.add(`the look-behind of /${node.pattern}/`)
    },
    Identifier({ node, scope, parent }) {
      const isName = parent.type !== 'MemberExpression' && parent.type !== 'ObjectProperty'
      if (isName && Object.hasOwn(DOM, node.name) && !scope.hasBinding(node.name)) used.add(node.name)
    },
  })
  return used
}

/** @param {string} text */
function cssUseOf(text) {
  const used = new Set()
  /** @param {string} name */
  const add = (name) => Object.hasOwn(CSS, name) && used.add(name)
  postcss.parse(text).walk((node) => {
    if (node.type === 'atrule') add(`@${node.name}`)
    if (node.type === 'rule') for (const [name] of node.selector.matchAll(/:[\w-]+/g)) add(name)
    if (node.type !== 'decl') return
    add(node.prop)
    add(`${node.prop}:${node.value}`)
    for (const [, unit] of node.value.matchAll(/\d(dvh|svh)\b/g)) add(unit)
    for (const [name] of node.value.matchAll(/[\w-]+\(/g)) add(name)
  })
  return used
}

/** Features that es-check finds too new for one of the browsers, by feature and file. @param {string} folder */
function languageUse(folder) {
  const { errors } = runChecks([
    {
      ecmaVersion: 'checkBrowser',
      checkBrowser: true,
      browserslistQuery: browserslist().join(', '),
      files: [join(folder, '**/*.js')],
      checkFeatures: true,
      cache: false,
    },
  ])
  return errors.flatMap(({ file, err }) => (err.features ?? [err.message]).map((name) => ({ name, file })))
}

/**
 * Features that the built app uses and a supported browser lacks, without an explanation.
 * @param {string} folder of the build, e.g. dist/h5
 * @returns {string[]}
 */
export function browserProblems(folder) {
  if (!existsSync(folder)) return [`${folder} is not built`]
  const oldest = supported()
  /** @param {string} file */
  const short = (file) => file.slice(folder.length + 1)
  const tooNew = new Map(languageUse(folder).map(({ name, file }) => [name, `${short(file)}: ${name}`]))
  /** @param {string} file @param {Iterable<string>} names @param {Record<string, Since>} table */
  const note = (file, names, table) => {
    for (const name of names) {
      const without = lacking(table[name] ?? [62, 78, 16.4], oldest)
      if (without.length > 0) tooNew.set(name, `${short(file)}: ${name}, without ${without.join(', ')}`)
    }
  }
  for (const file of filesOf(folder, '.js')) note(file, scriptUseOf(readFileSync(file, 'utf8')), { ...DOM, ...METHODS })
  for (const file of filesOf(folder, '.css')) note(file, cssUseOf(readFileSync(file, 'utf8')), CSS)
  const unexplained = [...tooNew].filter(([name]) => !Object.hasOwn(EXPLAINED, name)).map(([, text]) => text)
  const unused = Object.keys(EXPLAINED).filter((name) => !tooNew.has(name))
  return [...unexplained, ...unused.map((name) => `${name} is explained, and nothing uses it`)]
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postcss from 'postcss'
import { fileOf } from '../../config/weapp/asyncPackages'
import { plainStyles } from '../../config/weapp/plainStyles'
import { LIMITS, measurePackages, packageTable, weappProblems } from '../../scripts/checks/weappOutput.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-output-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Record<string, string>) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

const page = (path: string) => ({ [`${path}.js`]: 'Page({})', [`${path}.json`]: '{}', [`${path}.wxml`]: '' })
/** A small program that WeChat takes. */
const FINE = {
  'app.json': JSON.stringify({
    pages: ['pages/a/a'],
    subPackages: [
      { root: 'pages/b', pages: ['b'] },
      { root: 'parts/de-DE', pages: [] },
    ],
    tabBar: { list: [{ iconPath: 'a.png', selectedIconPath: 'a.png' }] },
    themeLocation: 'theme.json',
    sitemapLocation: 'sitemap.json',
  }),
  'sitemap.json': '{}',
  'theme.json': '{}',
  'a.png': '',
  'app.js': 'App({})',
  'parts/de-DE/texts.js': 'var a = async function () { return 2 ** 3 }',
  ...page('pages/a/a'),
  ...page('pages/b/b'),
}

test('a build that holds to everything passes, and is measured by package', async () => {
  write(FINE)
  expect(await weappProblems(folder)).toEqual([])
  const packages = measurePackages(folder)
  expect(packages.map(({ name, limit }) => [name, limit])).toEqual([
    ['main', LIMITS.main],
    ['parts/de-DE', LIMITS.subpackage],
    ['pages/b', LIMITS.subpackage],
  ])
  expect(packageTable(packages)).toContain(`of ${LIMITS.main}`)
})

test.each([
  ['a call of eval', { 'app.js': 'eval("1")' }, 'app.js calls eval'],
  [
    'new Function',
    { 'pages/b/b.js': 'var f = new Function("return this")' },
    'pages/b/b.js makes a function from text',
  ],
  ['Function as a function', { 'app.js': 'Function("return this")()' }, 'app.js makes a function from text'],
  ['a timer with text', { 'app.js': 'setTimeout("go()", 1)' }, 'app.js runs text by a timer'],
  ['a BigInt literal', { 'parts/de-DE/texts.js': 'var a = 1n' }, 'parts/de-DE/texts.js has a BigInt literal'],
  ['a call of BigInt', { 'app.js': 'BigInt(1)' }, 'app.js calls BigInt'],
  ['a method that old runtimes lack', { 'app.js': 'Promise.allSettled([])' }, 'app.js calls allSettled'],
  ['a lookbehind', { 'app.js': 'new RegExp("(?<=a)b", "u")' }, 'app.js has the pattern (?<=a)b'],
  ['newer syntax', { 'app.js': 'var a = b?.c' }, /app\.js is above es2017/],
  ['a universal selector', { 'app.wxss': '.a > * + * { top: 0 }' }, 'app.wxss selects ".a > * + *"'],
  [
    'a page without its template',
    { 'app.json': FINE['app.json'].replace('"pages/a/a"', '"pages/a/a","pages/c/c"') },
    'pages/c/c.wxml is missing',
  ],
  [
    'a main package that is too large',
    { 'a.png': 'x'.repeat(LIMITS.main * 1024 + 1) },
    new RegExp(`the package main has .* more than ${LIMITS.main}`),
  ],
  [
    'a subpackage that is too large',
    { 'pages/b/b.wxml': 'x'.repeat(LIMITS.subpackage * 1024 + 1) },
    /the package pages\/b has .* more than 512/,
  ],
])('%s is refused', async (_, files, problem) => {
  write({ ...FINE, ...files })
  const problems = await weappProblems(folder)
  expect(problems).toContainEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem))
})

test('what only looks like it passes: own names and texts', async () => {
  write({
    ...FINE,
    'app.js':
      'var o = { eval: function () {} }; o.eval("a"); var s = "new Function(1n)"; (function (eval2) { eval2() })(s)',
  })
  expect(await weappProblems(folder)).toEqual([])
})

test('style sheets lose what WeChat and old web views do not know, and nothing else', () => {
  const root = postcss.parse('.a > * + *, *.b { inset: 0 2px } .c { margin: calc(1px * 2); content: "*" }')
  plainStyles(root)
  expect(root.toString()).toBe(
    '.a > :not(none) + :not(none), .b { top: 0; right: 2px; bottom: 0; left: 2px } .c { margin: calc(1px * 2); content: "*" }',
  )
})

test('rules of paper and of windows that are wider than a phone are left out, those of phones stay', () => {
  const root = postcss.parse(
    '@media (min-width: 37.5em) { .a { top: 0 } } @media (max-width: 37.49em) { .b { top: 0 } } @media (min-width: 20em) { .c { top: 0 } } @media print { .d { top: 0 } }',
  )
  plainStyles(root)
  expect(root.toString().replace(/\s+/g, ' ').trim()).toBe(
    '@media (max-width: 37.49em) { .b { top: 0 } } @media (min-width: 20em) { .c { top: 0 } }',
  )
})

test('rules of languages that the frame of a mini program never names are left out', () => {
  const root = postcss.parse(':root:lang(zh-TW) { top: 0 } :lang(zh) .a, .b:lang(de) { top: 0 } .c { top: 0 }')
  plainStyles(root)
  expect(root.toString().trim()).toBe(':lang(zh) .a { top: 0 } .c { top: 0 }')
})

test('what is loaded on demand has a place by what it is', () => {
  expect(fileOf('/x/src/i18n/locales/de-DE.json?first')).toBe('parts/de-DE/first.js')
  expect(fileOf('/x/src/i18n/locales/zh-CN.json?rest')).toBe('texts/rest.js')
  expect(fileOf('/x/src/i18n/countries/de-DE.json')).toBe('parts/de-DE/countries.js')
  expect(fileOf('/x/src/stores/proofCheck.ts')).toBe('parts/proofCheck/index.js')
  expect(fileOf('/x/src/lifecycles/startAll.ts')).toBe('late.js')
})

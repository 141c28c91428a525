import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { browserProblems } from '../../scripts/checks/browsers.mjs'
import { firstFilesOf, measureH5 } from '../../scripts/lib/h5Sizes.mjs'
import { missingWidgets } from '../support/taroUi'

const H5 = join(__dirname, '../../dist/h5')
const scripts = readdirSync(join(H5, 'static/js'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(join(H5, 'static/js', name), 'utf8'))

// PRODUCT.md 6.6: minifiers drop the statement unless they are told not to.
test('the production build keeps the debugger statement, once', () => {
  expect(scripts.flatMap((script) => script.match(/\bdebugger\b/g) ?? [])).toHaveLength(1)
})

test('no script needs a looser content security policy', () => {
  const html = readFileSync(join(H5, 'index.html'), 'utf8')
  expect(html).not.toMatch(/<[^>]*\son\w+=/)
  // Six scripts are in the page, which the server allows by their hashes; the others are data.
  expect(html.match(/<script>/g)).toHaveLength(6)
  expect(html).not.toMatch(/<script(?! type="(?:application\/json|text\/html)")(?=[^>]+>)(?![^>]*\bsrc=)/)
})

test('the first screen and every page chunk stay within their limits', () => {
  expect(measureH5(H5).problems).toEqual([])
})

test.each(['welcome', 'home', 'detail'])(
  '%s takes its first tap after 115 KB of scripts and 8 requests at most',
  (page) => {
    const html = readFileSync(join(H5, 'index.html'), 'utf8')
    const { [page]: own = [], 'zh-CN': texts = [] } = firstFilesOf(html)
    const tags = [...html.matchAll(/<script defer="defer" src="([^"]+)"/g)].map(([, path = '']) => path)
    expect(tags).toHaveLength(2)
    const scripts = [...tags, ...own, ...texts].filter((path) => path.endsWith('.js'))
    const sizes = scripts.map((path) => statSync(join(H5, `${path.replace('/h5/', '')}.br`)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(115_000)
    // With the page itself, the styles, and one answer of the API.
    expect(scripts.length + 3).toBeLessThanOrEqual(8)
  },
)

test('what checks a receipt is in chunks of its own, 36 KB at most, which no first screen asks for', () => {
  const withText = (text: string) =>
    measureH5(H5).files.filter(({ name }) => readFileSync(join(H5, 'static/js', name), 'utf8').includes(text))
  // A text of the format that only the checks write, a key that no signature may have, and the point of all keys. The
  // chunk of signed prices shares the arithmetic of curves with the last.
  const texts = ['c2sp.org/tlog-proof@v1', '7a03ac9277fdc74ec6cc392cfa53202a', '216936d3cd6e53fec0a4e231fdd6dc5c']
  const chunks = texts.map(withText)
  for (const chunk of chunks) expect(chunk).toMatchObject([{ first: false }])
  const kb = new Map(chunks.flat().map((chunk) => [chunk.name, chunk.kb]))
  expect([...kb.values()].reduce((sum, each) => sum + each, 0)).toBeLessThan(36)
})

test('nothing of the QA panel is in a production bundle', () => {
  const server = join(__dirname, '../../dist/server')
  const bundles = readdirSync(server)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(server, name), 'utf8'))
  expect(bundles.length).toBeGreaterThan(0)
  for (const text of [...scripts, ...bundles]) expect(text).not.toMatch(/\/dev\/(clock|market|failures|ops)|QA panel/)
})

test('icons of the installed app are of the size that its manifest says', async () => {
  const manifest = JSON.parse(readFileSync(join(H5, 'manifest.webmanifest'), 'utf8'))
  expect(manifest.start_url).toBe('/h5/')
  expect(manifest.icons).toHaveLength(3)
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const { width, height } = await sharp(join(H5, src.replace('/h5/', ''))).metadata()
    expect({ src, sizes }).toEqual({ src, sizes: `${width}x${height}` })
  }
})

test('every browser of `browserslist` takes the build', () => {
  expect(browserProblems(H5)).toEqual([])
})

test('every widget of taro-ui that docs/TARO.md names is in the build', () => {
  expect(missingWidgets(H5)).toEqual([])
})

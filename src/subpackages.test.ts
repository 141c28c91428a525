import { ROUTES, TAB_ROUTES } from './routes'
import { PRELOAD, packagesOf } from './subpackages'

const { main, subpackages } = packagesOf()

test('every route of the table is in one package, under its own path', () => {
  const paths = [...main, ...subpackages.flatMap(({ root, pages }) => pages.map((page) => `${root}/${page}`))]
  expect([...paths].sort()).toEqual(ROUTES.map((route) => route.path as string).sort())
})

test('home comes first, and the entry of visitors and the tabs are in the main package', () => {
  expect(main[0]).toBe('pages/index/index')
  expect(main).toContain('pages/welcome/welcome')
  for (const { path } of TAB_ROUTES) expect(main).toContain(path)
})

test('no folder of a subpackage holds a page of the main package or another subpackage', () => {
  for (const { root } of subpackages) {
    expect(main.filter((path) => path.startsWith(`${root}/`))).toEqual([])
    expect(subpackages.filter((other) => other.root !== root && other.root.startsWith(`${root}/`))).toEqual([])
  }
})

test('preload rules name pages and packages that exist', () => {
  const names = subpackages.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const [page, packages] of Object.entries(PRELOAD)) {
    expect(main).toContain(page)
    expect(names).toEqual(expect.arrayContaining([...packages]))
  }
})

test('a build without trading has neither its pages nor a tab for them', () => {
  const before = process.env
  process.env = { ...before, TARO_ENV: 'weapp', TARO_APP_TRADING: 'off' }
  jest.isolateModules(() => {
    const built: typeof import('./subpackages') = require('./subpackages')
    const { TAB_ROUTES: tabs }: typeof import('./routes') = require('./routes')
    const packages = built.packagesOf()
    const paths = [
      ...packages.main,
      ...packages.subpackages.flatMap(({ root, pages }) => pages.map((page) => `${root}/${page}`)),
    ]
    expect(paths.filter((path) => /order|deposit|results/.test(path))).toEqual([])
    expect(paths).toEqual(expect.arrayContaining(['pages/Detail/Detail', 'pages/money/money', 'pages/check/check']))
    expect(tabs.map(({ path }) => path)).toEqual(['pages/index/index', 'pages/news/news', 'pages/user/user'])
    expect(Object.keys(built.PRELOAD)).not.toContain('pages/order/order')
  })
  process.env = before
})

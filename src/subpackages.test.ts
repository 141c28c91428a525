import { ROUTES, TAB_ROUTES } from './routes'
import { PRELOAD, packagesOf } from './subpackages'

const { main, subpackages } = packagesOf()

test('every route of the table is in one package, under its own path', () => {
  const paths = [...main, ...subpackages.flatMap(({ root, pages }) => pages.map((page) => `${root}/${page}`))]
  expect([...paths].sort()).toEqual(ROUTES.map((route) => route.path as string).sort())
})

test('the entry comes first and the tabs are in the main package', () => {
  expect(main[0]).toBe('pages/welcome/welcome')
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

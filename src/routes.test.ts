import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRoute, isTab, lastPartOf, ROUTES, TAB_ROUTES } from './routes'

/** PRODUCT.md 2.1, in its order. */
const SPEC =
  `pages/index/index pages/news/news pages/order/order pages/user/user pages/welcome/welcome pages/login/login
pages/login/registerCheck pages/login/register pages/product/product pages/Detail/Detail pages/index/detail
pages/money/money pages/money/detail pages/Particulars/Particulars pages/transfer/transfer pages/set/set
pages/account/account pages/account/account-detail pages/money-record/money-record pages/order/jump
pages/withdraw-list/withdraw-list pages/withdraw-list/withdraw-open pages/verify/verify
pages/withdraw-money/withdraw-money pages/message/message pages/news/detail pages/aboutUs/aboutUs pages/yinsi/yinsi
pages/yinsi/gy pages/password/password`.split(/\s+/)

test('every route of the specification is there, and none twice', () => {
  const paths = new Set<string>(ROUTES.map((route) => route.path))
  expect(SPEC.filter((path) => !paths.has(path))).toEqual([])
  expect(paths.size).toBe(ROUTES.length)
})

test('the entry comes first, and the four tabs are in order', () => {
  expect(ROUTES[0].path).toBe('pages/welcome/welcome')
  expect(TAB_ROUTES.map((route) => route.path)).toEqual(SPEC.slice(0, 4))
})

test('each tab has a drawing for H5 and its pictures for the mini program', () => {
  const drawings = readFileSync(join(__dirname, 'styles/icons.scss'), 'utf8')
  for (const name of TAB_ROUTES.map(({ path }) => lastPartOf(path))) {
    expect(drawings).toMatch(new RegExp(`"tab-${name}": \\$[\\w-]+,`))
    for (const picture of [`${name}.png`, `${name}-on.png`])
      expect([picture, existsSync(join(__dirname, 'assets/tab', picture))]).toEqual([picture, true])
  }
})

test('a route is found with or without slash and query, and case matters', () => {
  expect(findRoute('/pages/Detail/Detail?symbol=A')?.guard).toBe('public')
  expect(findRoute('pages/detail/detail')).toBeUndefined()
  expect([isTab('/pages/order/order'), isTab('/pages/order/jump')]).toEqual([true, false])
})

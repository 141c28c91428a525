import type { PlainKey } from './i18n/keys'

/**
 * The route table of PRODUCT.md 2.1, with its exact, case-sensitive paths. The app's configuration, the guards, the
 * navigation and `docs/ROUTES.md` all read it from here.
 */
export interface Route {
  /** Without the leading slash, as Taro's configuration wants it. */
  path: string
  /** Locale key of the title that the navigation bar and the document show. */
  titleKey: PlainKey
  /** `user`: needs a stored token; without one the page sends to login, which brings back here. */
  guard: 'public' | 'user'
  /**
   * For tab pages, in the order of the tabs: the label's locale key, and its text until the locale has loaded, in the default
   * language (PRODUCT.md 3.3). The icon is named after the last part of the path.
   */
  tab?: { key: PlainKey; firstText: string }
  /** Shown before the rest of the app has come: it uses the first stores and texts only. */
  early?: true
}

/** Whether this build takes orders and payments: docs/MINIPROGRAM.md says why a mini program may not. */
export const HAS_TRADING = process.env.TARO_ENV !== 'weapp' || process.env.TARO_APP_TRADING !== 'off'

export const ROUTES = [
  { path: 'pages/welcome/welcome', titleKey: 'title.welcome', guard: 'public', early: true },
  {
    path: 'pages/index/index',
    titleKey: 'title.home',
    guard: 'public',
    tab: { key: 'tab.home', firstText: '首页' },
    early: true,
  },
  { path: 'pages/news/news', titleKey: 'title.news', guard: 'public', tab: { key: 'tab.news', firstText: '资讯' } },
  {
    path: 'pages/order/order',
    titleKey: 'title.positions',
    guard: 'user',
    tab: { key: 'tab.positions', firstText: '持仓' },
  },
  { path: 'pages/user/user', titleKey: 'title.me', guard: 'user', tab: { key: 'tab.me', firstText: '个人中心' } },
  { path: 'pages/login/login', titleKey: 'title.login', guard: 'public' },
  { path: 'pages/login/registerCheck', titleKey: 'title.register', guard: 'public' },
  { path: 'pages/login/register', titleKey: 'title.setPasswords', guard: 'public' },
  { path: 'pages/login/reset', titleKey: 'title.reset', guard: 'public' },
  { path: 'pages/product/product', titleKey: 'title.products', guard: 'public' },
  { path: 'pages/Detail/Detail', titleKey: 'title.trade', guard: 'public', early: true },
  { path: 'pages/index/detail', titleKey: 'title.homeDetail', guard: 'public' },
  { path: 'pages/money/money', titleKey: 'title.savings', guard: 'user' },
  { path: 'pages/money/detail', titleKey: 'title.savingsRules', guard: 'public' },
  { path: 'pages/Particulars/Particulars', titleKey: 'title.savingsDetails', guard: 'user' },
  { path: 'pages/transfer/transfer', titleKey: 'title.savingsDeposit', guard: 'user' },
  { path: 'pages/set/set', titleKey: 'title.settings', guard: 'public' },
  { path: 'pages/account/account', titleKey: 'title.payoutAccount', guard: 'user' },
  { path: 'pages/account/account-detail', titleKey: 'title.payoutAccountDetail', guard: 'user' },
  { path: 'pages/money-record/money-record', titleKey: 'title.capitalRecord', guard: 'user' },
  { path: 'pages/order/jump', titleKey: 'title.positions', guard: 'user' },
  { path: 'pages/withdraw-list/withdraw-list', titleKey: 'title.withdrawalDetails', guard: 'user' },
  { path: 'pages/withdraw-list/withdraw-open', titleKey: 'title.depositDetails', guard: 'user' },
  { path: 'pages/verify/verify', titleKey: 'title.verification', guard: 'user' },
  { path: 'pages/withdraw-money/withdraw-money', titleKey: 'title.withdraw', guard: 'user' },
  { path: 'pages/message/message', titleKey: 'title.messages', guard: 'user' },
  { path: 'pages/news/detail', titleKey: 'title.newsDetail', guard: 'public' },
  { path: 'pages/aboutUs/aboutUs', titleKey: 'title.about', guard: 'public' },
  { path: 'pages/yinsi/yinsi', titleKey: 'title.privacy', guard: 'public' },
  { path: 'pages/yinsi/gy', titleKey: 'title.privacyAbout', guard: 'public' },
  { path: 'pages/password/password', titleKey: 'title.password', guard: 'user' },
  // Not in PRODUCT.md 2.1: the quick deposit, the second factor and the user's own data, the history of logins, the lock of the
  // app, the user's own limits, a closed order with the check of its result, the check of anyone's receipt, the statement of a month, the user's own results, and the page for unknown
  // addresses.
  { path: 'pages/deposit/deposit', titleKey: 'title.quickDeposit', guard: 'user' },
  { path: 'pages/security/security', titleKey: 'title.security', guard: 'user' },
  { path: 'pages/security/logins', titleKey: 'title.logins', guard: 'user' },
  { path: 'pages/lock/lock', titleKey: 'title.lock', guard: 'user' },
  { path: 'pages/limits/limits', titleKey: 'title.limits', guard: 'user' },
  { path: 'pages/order/closed', titleKey: 'title.closedOrder', guard: 'user' },
  { path: 'pages/check/check', titleKey: 'title.check', guard: 'public' },
  { path: 'pages/statement/statement', titleKey: 'title.statement', guard: 'user' },
  { path: 'pages/results/results', titleKey: 'title.results', guard: 'user' },
  { path: 'pages/notFound/notFound', titleKey: 'title.notFound', guard: 'public' },
] as const satisfies readonly Route[]

export type RoutePath = (typeof ROUTES)[number]['path']
/** A route as navigation takes it, e.g. "/pages/Detail/Detail". */
export type PageUrl = `/${RoutePath}`

export const HOME_URL: PageUrl = '/pages/index/index'
export const WELCOME_URL: PageUrl = '/pages/welcome/welcome'
export const LOGIN_URL: PageUrl = '/pages/login/login'
export const LOCK_URL: PageUrl = '/pages/lock/lock'
export const ORDERS_URL: PageUrl = '/pages/order/order'
export const ORDER_JUMP_URL: PageUrl = '/pages/order/jump'
export const NOT_FOUND_URL: PageUrl = '/pages/notFound/notFound'

/** The pages of trading and paying in. */
const TRADING: readonly RoutePath[] = [
  'pages/order/order',
  'pages/order/jump',
  'pages/order/closed',
  'pages/results/results',
  'pages/deposit/deposit',
  'pages/withdraw-list/withdraw-open',
]

/** The routes of this build. */
export const OFFERED: readonly Route[] = ROUTES.filter(({ path }) => HAS_TRADING || !TRADING.includes(path))

const byPath = new Map<string, Route>(OFFERED.map((route) => [route.path, route]))

/** Where the bare address of the app leads: who is logged in has no use for the welcome page. */
export const entryUrl = (isLoggedIn: boolean): PageUrl => (isLoggedIn ? HOME_URL : WELCOME_URL)

/** The route of this build at `path` (leading slash and query are ignored), or undefined. */
export function findRoute(path: string): Route | undefined {
  return byPath.get(path.replace(/^\//, '').split('?', 1)[0] ?? '')
}

type TabRoute = Route & Required<Pick<Route, 'tab'>>
export const TAB_ROUTES = OFFERED.filter((route): route is TabRoute => route.tab !== undefined)

/** Names a page's icon, e.g. "index" of "pages/index/index". */
export const lastPartOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Whether this build has the page; a link to another one is not shown. */
export const isOffered = (path: PageUrl): boolean => findRoute(path) !== undefined

export const isTab = (path: string): boolean => findRoute(path)?.tab !== undefined

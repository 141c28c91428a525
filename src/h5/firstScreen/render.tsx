import i18next from 'i18next'
import { enableStaticRendering } from 'mobx-react-lite'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AppInfo } from '../../../contract/app'
import { LOCALES, type Locale } from '../../../contract/locales'
import type { ProductSummary, TradingStatus } from '../../../contract/market'
import { DRAWN } from '../../features/market/ProductIcon'
import { ProductList } from '../../features/market/ProductList'
import { ProductRow } from '../../features/market/ProductRow'
import { ProductsState } from '../../features/market/ProductsState'
import { HeadOutline, ProductHead } from '../../features/trading/ProductHead'
import { LANGUAGES } from '../../i18n/languages'
import { loadFirstMessages, type Messages } from '../../i18n/loadMessages'
import DetailPage from '../../pages/Detail/Detail'
import IndexPage from '../../pages/index/index'
import WelcomePage from '../../pages/welcome/welcome'
import { lastPartOf, TAB_ROUTES } from '../../routes'
import { FirstStores } from '../../stores/FirstStores'
import { PreferencesStore } from '../../stores/PreferencesStore'
import { SessionStore } from '../../stores/SessionStore'
import { StoresContext } from '../../stores/StoresContext'
import { type Text, texts, translate } from './marks'
import type { FirstPage } from './page'

/**
 * Values that differ from visit to visit are marks: `[[3]]` a text, `{{name}}` a value of the server or of the address.
 */
export interface FirstScreens extends Pick<FirstPage, 'dictionary' | 'numbers' | 'bands' | 'drawn'> {
  /** Markup by name. */
  templates: Record<string, string>
}

const APP_INFO: AppInfo = {
  name: '{{name}}',
  version: '',
  locales: [...LOCALES],
  currency: { code: '{{currency}}', scale: 2 },
  funds: 'demo',
  feed: 'simulated',
  kefuUrl: null,
  serverAt: '2026-01-01T00:00:00.000Z',
}
const BANDS = ['simulatedDemo', 'simulated', 'demoFunds']
const LANGUAGE_MARK = '{{language}}'

function storesOf(loggedIn: boolean): FirstStores {
  const session = new SessionStore()
  session.setAppInfo(APP_INFO)
  if (loggedIn) session.token = 'any'
  const never = new Promise<never>(() => undefined)
  const http = { call: () => never, text: () => never, callText: () => never, upload: () => never }
  const stores = new FirstStores({
    session,
    preferences: new PreferencesStore(),
    http,
    sleep: async () => undefined,
    loadAll: () => never,
  })
  // The script that paints removes what this visit has no use for.
  stores.account.keep({ running: true, steps: true })
  return stores
}

const renderIn = (stores: FirstStores, part: ReactElement) =>
  renderToStaticMarkup(<StoresContext.Provider value={stores}>{part}</StoresContext.Provider>)

const render = (page: ReactElement, { loggedIn = false } = {}) =>
  renderIn(storesOf(loggedIn), page)
    .replaceAll(LANGUAGES['zh-CN'].name, LANGUAGE_MARK)
    .replaceAll('theme-light red-up', '{{theme}}')

const OPENS_AT = '2026-01-05T00:00:00.000Z'
/** The app writes when a closed product opens; until then there is an empty space of the same size. */
const OPENING = /<span class="muted t12 num">(?=\[\[\d+\]\]<)/

/** A sample product that rises by 7, or 0.01 %, between two points; marks take the place of these values. */
const productOf = (status: TradingStatus): ProductSummary => ({
  symbol: DRAWN[0] ?? '',
  code: '{{title}}',
  name: '',
  category: 'crypto',
  decimals: 2,
  recommended: true,
  status,
  opensAt: status === 'open' ? null : OPENS_AT,
  closesAt: null,
  spark: ['1', '2'],
  quote: {
    symbol: DRAWN[0] ?? '',
    price: '{{price}}',
    sequence: 1,
    at: 0,
    change24h: '7',
    changeRate24hBp: 1,
    high24h: '{{high}}',
    low24h: '{{low}}',
    volume24h: '{{volume}}',
    amount24h: '{{amount}}',
  },
})

function renderProduct(status: TradingStatus, draw: (product: ProductSummary) => ReactElement): string {
  const product = productOf(status)
  const stores = storesOf(false)
  stores.market.take([product], 'zh-CN', 0)
  return renderIn(stores, draw(product))
    .replaceAll('▲ +7 +0.01%', '{{turnSign}}{{change}} {{rate}}')
    .replaceAll('▲ +0.01%', '{{sign}}{{rate}}')
    .replaceAll(product.symbol, '{{key}}')
    .replace(/(product-head__price num|strong t13 num) up"/g, '$1 {{turn}}"')
    .replace('strong t13 up"', 'strong t13 {{move}}"')
    .replace('sparkline--up', 'sparkline--{{trend}}')
    .replace(/ d="[^"]*"/, ' d="{{spark}}"')
    .replace(/background-position-y:0%/, '{{icon}}')
    .replace(OPENING, '<span class="muted t12 num" style="visibility:hidden">')
}

/** Parts of which there are as many as there are products. */
function productParts(): Record<string, string> {
  const rowOf = (status: TradingStatus) => renderProduct(status, (product) => <ProductRow product={product} detailed />)
  return {
    'row-open': rowOf('open'),
    'row-closed': rowOf('closed'),
    'row-maintenance': rowOf('maintenance'),
    list: render(<ProductList products={[]} />).replace(/(?=<\/div>$)/, '{{rows}}'),
    listOutline: render(<ProductsState>{null}</ProductsState>),
  }
}

/** The page with a mark in the place of `part`. */
function without(page: string, part: string | undefined, mark: string): string {
  const [before, after, ...more] = page.split(part || '\n')
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`${mark} is not once on its page`)
  return `${before}{{${mark}}}${after}`
}

/** As `src/h5/tabBar.ts` draws it; a test compares the two. */
function tabBar(at?: string): string {
  const links = TAB_ROUTES.map(({ path, tab }) => {
    const here = path === at ? ' aria-current="page"' : ''
    const icon = `<i class="tab-bar__icon icon icon--tab-${lastPartOf(path)}"></i>`
    return `<a class="tab-bar__item" href="#/${path}"${here}>${icon}<span class="tab-bar__label">${translate(tab.key)}</span></a>`
  })
  return `<nav class="tab-bar"${at === undefined ? ' hidden' : ''}>${links.join('')}</nav>`
}

/** The boxes that Taro's router puts around a page. */
const framed = (page: string, bar = tabBar()) =>
  `<div class="taro-tabbar__container"><div class="taro-tabbar__panel"><div class="taro_router"><div class="taro_page">${page}</div></div></div>${bar}</div>`

async function translated(locale: Locale, messages: Messages, list: readonly Text[]): Promise<string[]> {
  const instance = i18next.createInstance()
  await instance.init({
    lng: locale,
    resources: { [locale]: { translation: messages as never } },
    nsSeparator: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key: string) => {
      throw new Error(`${key} is on an early page, but not among the first texts`)
    },
  })
  // The space for an opening time has to be one line, which a long name of a day must not break.
  const short = (values: Text['values']) => (values?.time === undefined ? (values ?? {}) : { ...values, time: '00:00' })
  return list.map(({ key, values }) => String(instance.t(key, short(values))))
}

/** Renders the first screens with the components of the app. */
export async function renderFirstScreens(): Promise<FirstScreens> {
  enableStaticRendering(true)
  const bar = tabBar(TAB_ROUTES[0]?.path ?? '')
  const parts = productParts()
  const home = (loggedIn: boolean) =>
    framed(without(render(<IndexPage />, { loggedIn }), parts.listOutline, 'list'), bar)
  const templates: Record<string, string> = {
    ...parts,
    home: home(false),
    homeUser: home(true),
    welcome: framed(render(<WelcomePage />)),
    welcomeUser: framed(render(<WelcomePage />, { loggedIn: true })),
  }
  const headOutline = renderIn(storesOf(false), <HeadOutline />)
  const detail = (loggedIn: boolean) => framed(without(render(<DetailPage />, { loggedIn }), headOutline, 'head'))
  Object.assign(templates, {
    headOutline,
    head: renderProduct('open', (product) => <ProductHead product={product} />),
    detail: detail(false),
    detailUser: detail(true),
  })
  const bands = Object.fromEntries(BANDS.map((name) => [name, translate(`shell.band.${name}`)]))
  const dictionary = {} as FirstPage['dictionary']
  const numbers = {} as FirstPage['numbers']
  for (const locale of LOCALES) {
    numbers[locale] = LANGUAGES[locale].numbers
    dictionary[locale] = [...(await translated(locale, await loadFirstMessages(locale), texts)), LANGUAGES[locale].name]
  }
  return { templates, dictionary, numbers, bands, drawn: DRAWN }
}

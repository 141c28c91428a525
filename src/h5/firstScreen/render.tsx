import i18next from 'i18next'
import { enableStaticRendering } from 'mobx-react-lite'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AppInfo } from '../../../contract/app'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../contract/locales'
import type { ProductSummary, TradingStatus } from '../../../contract/market'
import type { ShownResult } from '../../../contract/shownResult'
import { Card } from '../../components/Card'
import { Promises } from '../../features/auth/WelcomeProof'
import { callWords, termsWords } from '../../features/market/callWords'
import { ExampleCard } from '../../features/market/ExampleCard'
import { ProductsState } from '../../features/market/ProductsState'
import { SeenRow } from '../../features/market/SeenRow'
import { HeadOutline, ProductHead } from '../../features/trading/productPage/ProductHead'
import { LANGUAGES } from '../../i18n/languages'
import { loadFirstMessages, type Messages } from '../../i18n/loadMessages'
import DetailPage from '../../pages/Detail/Detail'
import IndexPage from '../../pages/index/index'
import WelcomePage from '../../pages/welcome/welcome'
import { TAB_ROUTES } from '../../routes'
import { PreferencesStore } from '../../stores/PreferencesStore'
import { RootStore } from '../../stores/RootStore'
import { SessionStore } from '../../stores/SessionStore'
import { StoresContext } from '../../stores/StoresContext'
import { tabItem } from '../tabItem'
import { type Text, texts, translate } from './marks'
import type { FirstLanguage, FirstPage } from './page'
import { CHANGE, RATE } from './slots'

/**
 * Values that differ from visit to visit are marks: `[[3]]` a text, `{{name}}` a value of the server or of the address.
 */
export interface FirstScreens extends Pick<FirstPage, 'language' | 'bands' | 'calls' | 'terms'> {
  others: Record<string, FirstLanguage>
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

function storesOf(loggedIn: boolean): RootStore {
  const session = new SessionStore()
  session.setAppInfo(APP_INFO)
  if (loggedIn) session.token = 'any'
  const never = new Promise<never>(() => undefined)
  const http = { call: () => never, text: () => never, callText: () => never, upload: () => never }
  const preferences = Object.create(new PreferencesStore(), { themeClass: { value: '{{theme}}' } }) as PreferencesStore
  const stores = new RootStore({
    session,
    preferences,
    http,
    sleep: async () => undefined,
    loadLate: () => never,
  })
  // The script that paints removes what this visit has no use for.
  stores.account.keep({ running: true, steps: true })
  return stores
}

const render = (page: ReactElement, stores = storesOf(false)) =>
  renderToStaticMarkup(<StoresContext.Provider value={stores}>{page}</StoresContext.Provider>)

const OPENS_AT = '2026-01-05T00:00:00.000Z'

/** Its values are the names of their places, as far as a component writes them; `slots.ts` does the rest. */
const productOf = (status: TradingStatus): ProductSummary => ({
  symbol: '{{key}}',
  code: '{{title}}',
  name: '',
  category: 'crypto',
  decimals: 2,
  recommended: true,
  status,
  opensAt: status === 'open' ? null : OPENS_AT,
  closesAt: null,
  spark: [],
  quote: {
    symbol: '{{key}}',
    price: '{{price}}',
    sequence: 1,
    at: 0,
    change24h: CHANGE,
    changeRate24hBp: RATE as never,
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
  return render(draw(product), stores)
}

const STATUSES = ['won', 'lost', 'tie'] as const

/** The marks in a card of the example, before anything is verified. */
function exampleOf(): ShownResult {
  const end = (price: string) => ({ sequence: 1, price })
  const tick = (sequence: string) => ({ sequence, at: 0, price: '' }) as unknown as ShownResult['ticks'][number]
  return {
    symbol: '{{key}}',
    direction: 'up',
    durationSeconds: '{{seconds}}' as unknown as number,
    acceptedAt: 0,
    closedAt: Date.now(),
    status: 'won',
    entry: end('{{entry}}'),
    exit: end('{{exit}}'),
    head: '{{head}}' as unknown as number,
    ticks: [tick('{{first}}'), tick('{{last}}')],
  }
}

/** A drawing is part of an address, in which the marks are escaped. */
const unescaped = (markup: string) => markup.replace(/%7B%7B(\w+)%7D%7D/g, '{{$1}}')

/** Parts of which there are as many as there are products. */
function productParts(): Record<string, string> {
  const rowOf = (status: TradingStatus) => renderProduct(status, (product) => <SeenRow product={product} detailed />)
  return {
    'row-open': rowOf('open'),
    'row-closed': rowOf('closed'),
    'row-maintenance': rowOf('maintenance'),
    list: render(<Card kind="list">{'{{rows}}'}</Card>),
    listOutline: render(<ProductsState>{null}</ProductsState>),
  }
}

function tabBar(at?: string): string {
  const tabs = TAB_ROUTES.map(({ path, tab }) =>
    tabItem({ path: `/${path}`, label: translate(tab.key), isCurrent: path === at }),
  )
  return `<nav class="tab-bar"${at === undefined ? ' hidden' : ''}>${tabs.join('')}</nav>`
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
  const names = LOCALES.map((locale) => LANGUAGES[locale].name)
  // The pages are rendered in one language, whose name has its place on them.
  Object.assign(LANGUAGES['zh-CN'], { name: LANGUAGE_MARK })
  const bar = tabBar(TAB_ROUTES[0]?.path ?? '')
  const parts = productParts()
  const [guest, user] = [storesOf(false), storesOf(true)]
  const templates: Record<string, string> = {
    ...parts,
    home: framed(
      renderProduct('open', () => <IndexPage />),
      bar,
    ),
    homeUser: framed(render(<IndexPage />, user), bar),
    welcome: framed(render(<WelcomePage />, guest)),
    welcomeUser: framed(render(<WelcomePage />, user)),
    example: unescaped(renderProduct('open', () => <ExampleCard check={exampleOf()} />)),
    promises: render(<Promises />, guest),
    headOutline: render(<HeadOutline />),
    head: renderProduct('open', (product) => <ProductHead product={product} />),
    detail: framed(render(<DetailPage />, guest)),
    detailUser: framed(render(<DetailPage />, user)),
  }
  const calls = Object.fromEntries(
    (['up', 'down'] as const).flatMap((direction) =>
      STATUSES.map((status) => [`${direction}.${status}`, callWords(translate, { direction, status })]),
    ),
  )
  const terms = { simulated: termsWords(translate, true), live: termsWords(translate, false) }
  const bands = Object.fromEntries(BANDS.map((name) => [name, translate(`shell.band.${name}`)]))
  const languages = {} as Record<Locale, FirstLanguage>
  for (const [index, locale] of LOCALES.entries()) {
    const known = await translated(locale, await loadFirstMessages(locale), texts)
    languages[locale] = { texts: [...known, names[index] ?? ''], numbers: LANGUAGES[locale].numbers }
  }
  const { [DEFAULT_LOCALE]: language, ...others } = languages
  return { templates, language, others, bands, calls, terms }
}

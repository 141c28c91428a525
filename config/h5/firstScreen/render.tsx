import i18next from 'i18next'
import { enableStaticRendering } from 'mobx-react-lite'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AppInfo } from '../../../contract/app'
import { LOCALES, type Locale } from '../../../contract/locales'
import { LANGUAGES } from '../../../src/i18n/languages'
import { loadFirstMessages, loadMessages, type Messages } from '../../../src/i18n/loadMessages'
import DetailPage from '../../../src/pages/Detail/Detail'
import IndexPage from '../../../src/pages/index/index'
import WelcomePage from '../../../src/pages/welcome/welcome'
import { TAB_ROUTES } from '../../../src/routes'
import { FirstStores } from '../../../src/stores/FirstStores'
import { PreferencesStore } from '../../../src/stores/PreferencesStore'
import { RootStore } from '../../../src/stores/RootStore'
import { SessionStore } from '../../../src/stores/SessionStore'
import { StoresContext } from '../../../src/stores/StoresContext'
import { type Text, texts, translate } from './marks'

/** What differs from visit to visit is a mark: `[[3]]` a text, `{{name}}` a value of the server or of the address. */
export interface FirstScreens {
  /** Markup by name. */
  templates: Record<string, string>
  /** Texts by locale, in the order of their marks. */
  dictionary: Record<string, string[]>
  /** Marks of the notices about funds and market. */
  bands: Record<string, string>
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

function storesOf(loggedIn: boolean, early: boolean): FirstStores {
  const session = new SessionStore()
  session.setAppInfo(APP_INFO)
  if (loggedIn) session.token = 'any'
  const never = new Promise<never>(() => undefined)
  const http = { call: () => never, upload: () => never }
  const stores = new FirstStores({
    session,
    preferences: new PreferencesStore(),
    http,
    sleep: async () => undefined,
    loadAll: () => never,
  })
  // An early page that used one of the others would fail here.
  if (!early) stores.complete(new RootStore(stores))
  return stores
}

const render = (page: ReactElement, { loggedIn = false, early = true } = {}) =>
  renderToStaticMarkup(<StoresContext.Provider value={storesOf(loggedIn, early)}>{page}</StoresContext.Provider>)
    .replaceAll(LANGUAGES['zh-CN'].name, LANGUAGE_MARK)
    .replaceAll('theme-light red-up', '{{theme}}')

/** As `config/h5/tabBar.ts` draws it; a test compares the two. */
function tabBar(at?: string): string {
  const links = TAB_ROUTES.map(({ path, tabKey = '' }) => {
    const name = path.split('/').pop()
    const here = path === at ? ' aria-current="page"' : ''
    const icon = `<i class="tab-bar__icon icon icon--tab-${name}"></i>`
    return `<a class="tab-bar__item" href="#/${path}"${here}>${icon}<span class="tab-bar__label">${translate(tabKey)}</span></a>`
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
  return list.map(({ key, values }) => String(instance.t(key, values ?? {})))
}

/** Renders the first screens with the components of the app. */
export async function renderFirstScreens(): Promise<FirstScreens> {
  enableStaticRendering(true)
  const bar = tabBar(TAB_ROUTES[0]?.path ?? '')
  const templates: Record<string, string> = {
    home: framed(render(<IndexPage />), bar),
    homeUser: framed(render(<IndexPage />, { loggedIn: true }), bar),
    welcome: framed(render(<WelcomePage />)),
    welcomeUser: framed(render(<WelcomePage />, { loggedIn: true })),
  }
  const early = texts.length
  Object.assign(templates, {
    detail: framed(render(<DetailPage />, { early: false })),
    detailUser: framed(render(<DetailPage />, { loggedIn: true, early: false })),
  })
  const bands = Object.fromEntries(BANDS.map((name) => [name, translate(`shell.band.${name}`)]))
  const dictionary: Record<string, string[]> = {}
  for (const locale of LOCALES) {
    const first = await translated(locale, await loadFirstMessages(locale), texts.slice(0, early))
    const others = await translated(locale, await loadMessages(locale), texts.slice(early))
    dictionary[locale] = [...first, ...others, LANGUAGES[locale].name]
  }
  return { templates, dictionary, bands }
}

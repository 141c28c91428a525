import './clock'
import type { ComponentType } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Locale } from '../../contract/locales'
import '../../src/styles/index.scss'
import '../../src/h5/tabBar.scss'
import './frame.scss'
import { tabItem } from '../../src/h5/tabItem'
import { changeLocale, startI18n, translate } from '../../src/i18n'
import { startAppearance } from '../../src/lifecycles/appearance'
import { afterOverlays, watchBack } from '../../src/platform/overlays'
import { isTab, TAB_ROUTES } from '../../src/routes'
import { StoresContext } from '../../src/stores/StoresContext'
import { appInfoOf } from '../client/factories'
import { fakeHttp } from '../client/http'
import { makeStores } from '../client/stores'
import { fakeTaro } from '../client/taro'
import { until } from '../support/until'
import { hand } from './hand'
import { ENGLISH } from './keys'
import { answersOf } from './known'
import { breaches, problemsOf } from './looking'
import { MARKET_ANSWERS } from './marketAnswers'
import { MONEY_ANSWERS } from './moneyAnswers'
import { saidNow } from './said'
import type { Screen } from './screen'
import { SCREENS } from './screens'
import { USER_ANSWERS } from './userAnswers'

/** The page with one screen of the gallery, over an invented server. `window.gallery` chooses the screen and its look. */

const USER = { account: 'lin_mei88', nickname: 'lin_mei88' }
const USUAL = answersOf({ ...USER_ANSWERS, ...MARKET_ANSWERS, ...MONEY_ANSWERS, getAppInfo: appInfoOf() })

type Stores = ReturnType<typeof makeStores>
interface Shown {
  screen: Screen
  stores: Stores
  end(): void
}
let shown: Shown | undefined
let current: { locale: Locale; dark: boolean } = { locale: 'en-US', dark: false }

const container = document.createElement('div')
container.className = 'taro-tabbar__container'
container.innerHTML =
  '<div class="taro-tabbar__panel"><div class="taro_router"><div class="taro_page"></div></div></div><nav class="tab-bar"></nav>'
const [page, bar] = [container.querySelector('.taro_page'), container.querySelector<HTMLElement>('.tab-bar')]

function drawTabs({ page: front }: Screen): void {
  if (!bar) return
  bar.hidden = !isTab(front)
  bar.innerHTML = TAB_ROUTES.map(({ path, tab }) =>
    tabItem({ path: `/${path}`, label: translate(tab.key), isCurrent: path === front }),
  ).join('')
}

async function storesOf({ guest, answers, prepare }: Screen): Promise<Stores> {
  const stores = makeStores(fakeHttp({ ...USUAL, ...(answers && answersOf(answers)) }))
  const { session, preferences, market, orders, account, alerts, favourites } = stores
  session.setAppInfo(appInfoOf({ codeContact: 'service@fairtick.example', passkeyDomain: location.hostname }))
  preferences.setLocale(current.locale)
  preferences.setTheme(current.dark ? 'dark' : 'light')
  await market.list.load()
  if (!guest) {
    session.logIn('token', USER)
    favourites.become(USER.account)
    await Promise.all([account.load(), orders.refresh(), alerts.load(), favourites.send()])
  }
  await prepare?.(stores)
  return stores
}

/** A hang is found; nothing else depends on the time. */
const SETTLING = { everyMs: 5, withinMs: 20_000 }

/** The page has content, nothing is loading, and what has just opened takes presses. */
const isSettled = () =>
  [...document.querySelectorAll('.screen [role="main"]')].some((node) => node.textContent) &&
  [...document.querySelectorAll('.wakes')].every((node) => getComputedStyle(node).pointerEvents !== 'none') &&
  ![...document.querySelectorAll('.screen[aria-busy], [aria-busy="true"], .skeleton')].some((node) =>
    node.checkVisibility(),
  )

const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

function leave(): void {
  shown?.end()
  shown = undefined
}

const pageOf = async ({ page }: Screen) =>
  ((await import(`../../src/pages/${page.slice(6)}.tsx`)) as { default: ComponentType }).default

/** Leaves the screen before and shows that of the name. */
async function show(name: string): Promise<void> {
  const screen = SCREENS.find((one) => one.name === name)
  if (!screen || !page) throw new Error(`the gallery has no screen ${name}`)
  leave()
  await new Promise<void>((resolve) => afterOverlays(resolve))
  localStorage.clear()
  fakeTaro.reset()
  fakeTaro.pages = [{ route: `/${screen.page}`, options: screen.params ?? {} }]
  const stores = await storesOf(screen)
  const Page = screen.render ?? (await pageOf(screen))
  const appearance = startAppearance(stores.preferences)
  const root: Root = createRoot(page)
  root.render(
    <StoresContext.Provider value={stores}>
      <Page />
    </StoresContext.Provider>,
  )
  shown = {
    screen,
    stores,
    end() {
      root.unmount()
      appearance.dispose()
    },
  }
  drawTabs(screen)
  await until(`${name} to settle`, isSettled, SETTLING)
  await screen.open?.(hand)
  await until(`${name} to settle`, isSettled, SETTLING)
}

/** Changes language and theme in place. */
async function set(next: { locale: Locale; dark: boolean }): Promise<void> {
  const isOther = next.locale !== current.locale
  current = next
  if (isOther) await changeLocale(next.locale)
  if (!shown) return
  const { screen, stores } = shown
  stores.preferences.setTheme(next.dark ? 'dark' : 'light')
  if (!isOther) return
  stores.preferences.setLocale(next.locale)
  drawTabs(screen)
  if (screen.keepsWords) {
    stores.ui.settle(false)
    await screen.open?.(hand)
  }
  // React draws the other language in its own time.
  await painted()
  await until(`${screen.name} to settle in ${next.locale}`, isSettled, SETTLING)
}

const said = new Set<string>()

interface Look {
  locales: readonly Locale[]
  /** The first parts of the names of texts. */
  groups: readonly string[]
  /** Patterns of the problems that are known. */
  known: readonly string[]
  /** With the breaches of WCAG, too. */
  closely: boolean
}

/** Problems of a screen's look in each of these languages, by turns light and dark. */
async function look(name: string, { groups, locales, closely, known }: Look): Promise<string[]> {
  const patterns = known.map((pattern) => new RegExp(pattern))
  const found: string[] = []
  leave()
  for (const [index, locale] of locales.entries()) {
    await set({ locale, dark: index % 2 === 1 })
    if (index === 0) await show(name)
    const lineOf = (problem: string) => `${name} ${locale} ${problem}`
    const isNew = (problem: string) => !patterns.some((pattern) => pattern.test(lineOf(problem)))
    const problems = [...(await problemsOf(locale, groups, isNew)), ...(closely ? await breaches() : []).filter(isNew)]
    found.push(...problems.map(lineOf))
    if (locale === 'en-US') for (const key of saidNow()) said.add(key)
  }
  return found
}

/** The keys of the texts that no screen has said that was looked at in English. */
const unsaid = () => ENGLISH.map(([key]) => key).filter((key) => !said.has(key))

const gallery = { names: SCREENS.map(({ name }) => name), unsaid, show, set, look }
export type Gallery = typeof gallery

async function start(): Promise<void> {
  watchBack()
  document.body.append(container)
  container.style.height = '100%'
  await startI18n(current.locale)
  Object.assign(window, { gallery })
}

void start()

import './darkness'
import '../clock'
import { createRoot, type Root } from 'react-dom/client'
import { Console } from '../../../console/Console'
import { type Language, setLanguage } from '../../../console/texts'
import { until } from '../../support/until'
import { BANK_ANSWERS } from './bankAnswers'
import { darken } from './darkness'
import { close, layers, press, SETTLING, settled } from './hand'
import { type Look, lookAt } from './looking'
import { forgetClaims, MONEY_ANSWERS } from './moneyAnswers'
import { OFFICE_ANSWERS } from './officeAnswers'
import { PEOPLE_ANSWERS } from './peopleAnswers'
import { PRODUCT_ANSWERS } from './productAnswers'
import { type Opens, placeOf, STOPS, type Stop } from './screens'
import { answerWith, changes } from './server'

/** The page with one screen of the console, over an invented server. `window.gallery` chooses the screen and its look. */

const USUAL = [OFFICE_ANSWERS, MONEY_ANSWERS, BANK_ANSWERS, PEOPLE_ANSWERS, PRODUCT_ANSWERS]

const place = document.createElement('div')
let root: Root | undefined
/** What the console knows from its start: to change that, it starts again. */
let begun = ''

let language: Language = 'en'

function begin({ answers = {}, invitation = '' }: Stop): void {
  const wanted = [
    language,
    invitation,
    JSON.stringify(answers.getSession),
    JSON.stringify(answers.getSignInWays),
  ].join()
  const isOutside = invitation !== '' || answers.getSession !== undefined
  if (wanted === begun && !isOutside) return
  begun = wanted
  root?.unmount()
  root = createRoot(place)
  root.render(<Console invitation={invitation} />)
}

/** A page on the way: one that is open already is left first, and keeps nothing. */
const ELSEWHERE: Stop = { name: 'elsewhere', address: '/keys' }

/** Goes there as a link does: to start the whole console costs as much as to look at a page in every shape. */
async function go(stop: Stop): Promise<void> {
  answerWith(...USUAL, stop.answers ?? {})
  history.replaceState(null, '', stop.address)
  begin(stop)
  await settled(stop.name)
}

/** Leaves the page before, with all that is open on it, and shows that one. */
async function open(stop: Stop): Promise<void> {
  for (let depth = layers().length; depth > 0; depth = layers().length) await close(depth - 1)
  forgetClaims()
  if (begun !== '' && location.pathname === stop.address.replace(/[?#].*/, '')) await go(ELSEWHERE)
  await go(stop)
  await stop.before?.()
  if (stop.before) await settled(stop.name)
}

/** The name of what opens somewhere: the ways to it. */
const SEPARATOR = ' › '
const namesBelow = (opens: Opens = {}): string[] =>
  Object.entries(opens).flatMap(([key, inner]) => [key, ...namesBelow(inner).map((name) => key + SEPARATOR + name)])

const names = STOPS.flatMap(({ name, opens }) => [name, ...namesBelow(opens).map((below) => name + SEPARATOR + below)])

let shown: string | undefined
/** Shows the screen of that name. */
async function show(name: string): Promise<void> {
  const [page, ...keys] = name.split(SEPARATOR)
  const stop = STOPS.find((one) => one.name === page)
  if (!stop) throw new Error(`the gallery has no screen ${name}`)
  shown = name
  await open(stop)
  for (const [depth, key] of keys.entries()) {
    await press(key)
    await until(`${name} to open`, () => layers().length > depth, SETTLING)
  }
  await settled(name)
}

/** Changes the theme in place, and the language by showing the screen again, as most of a dialog is said when it opens. */
async function set({ locale, dark }: { locale: Language; dark: boolean }): Promise<void> {
  darken(dark)
  if (locale === language) return
  language = locale
  await setLanguage(locale)
  if (shown !== undefined) await show(shown)
}

/** Problems of the looks of a page and of all that opens on it. */
async function look(name: string, how: Look): Promise<string[]> {
  const stop = STOPS.find((one) => one.name === name)
  if (!stop) throw new Error(`the gallery has no page ${name}`)
  shown = undefined
  await set(how)
  await open(stop)
  const problems = await lookAt(stop, how)
  return problems.map((problem) => `${name} ${how.locale} ${problem}`)
}

const gallery = {
  names,
  /** One state of each page, then another of each, and so on: to leave a page is cheaper than to open it again. */
  pages: STOPS.map((stop) => ({ name: stop.name, place: placeOf(stop) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ name, place }) => ({ name, isFirst: place === 0 })),
  show,
  set,
  look,
  settled: () => settled('the page'),
  /** The changes that the page has asked for since it is open. */
  changes,
}
export type ConsoleGallery = typeof gallery

async function start(): Promise<void> {
  document.body.append(place)
  await setLanguage(language)
  Object.assign(window, { gallery })
}

void start()

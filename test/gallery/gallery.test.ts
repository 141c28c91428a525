import type { Page } from 'puppeteer-core'
import { LOCALES, type Locale } from '../../contract/locales'
import { buildGallery, serveGallery } from '../../scripts/lib/gallery.mjs'
import { type Shape, setTextSize, visit } from '../e2e/browser'
import { groupsOf } from '../e2e/texts'
import { sharedBrowser } from '../e2e/visitors'
import type { Gallery } from './app'

/** Every page of the app, its states and its sheets, over an invented server: how each of them looks. */

const SHAPES: [string, Shape][] = [
  ['a phone', { width: 390, height: 844, text: 100 }],
  ['a narrow phone with large text', { width: 320, height: 640, text: 150 }],
  ['a wide window', { width: 1280, height: 900, text: 100 }],
  ['a narrow phone', { width: 320, height: 640, text: 100 }],
  ['a phone with the largest text', { width: 390, height: 844, text: 200 }],
]

const LARGEST = SHAPES.length - 1

/** Labels of large text may take two lines. */
const WRAPPED_AT = 150

/** Problems that are known, as the ends of their lines: the list only gets shorter. */
const KNOWN = [
  // Seven days of a narrow phone have less than 44 px each; they are at least as high as that.
  / small: month__day .+ × (?:44|66|88): .+$/,
  // Parts of addresses, commands and ids in running text.
  / word: (?:fairtick|com|example|check|pages|html|json|127\.0\.0\.1|FT-01JD7Q4ZK8|7348)$/,
  // A state of a position, a way on from home, its log and a rate that take two lines.
  / label: .*position__standing.* wraps: .+$/,
  / label: quick-actions__label t13 wraps: .+$/,
  / fr-FR label: (?:strong|muted t12) wraps: (?:Vous avez eu raison|7 jours).*$/,
  / (?:zh-(?:CN|TW)|ja-JP) label: chip__note wraps: .+$/,
  // A number and its counter are one word of Korean, so axe does not find the number of the badge in the name.
  / ko-KR axe: label-content-name-mismatch: .+$/,
]

/** Texts that are on no screen: notices that the phone itself shows, columns of a file, and what is only read aloud. */
const ELSEWHERE = [
  /^push\./,
  /^wallet\.record\.csv\./,
  /^(?:chart\.(?:point|summaryEmpty)|common\.hidePassword|common\.showBalances|security\.qrLabel)$/,
]

const browser = sharedBrowser()
let served: Awaited<ReturnType<typeof serveGallery>>
beforeAll(async () => {
  served = await serveGallery(await buildGallery())
})
afterAll(() => served.close())

/** Runs in the page. */
const hasStarted = () => 'gallery' in window
const namesOf = () => (window as unknown as { gallery: Gallery }).gallery.names
const lookAt = (...look: Parameters<Gallery['look']>) =>
  (window as unknown as { gallery: Gallery }).gallery.look(...look)
const unsaid = () => (window as unknown as { gallery: Gallery }).gallery.unsaid()

async function openGallery({ width, height, text }: Shape) {
  const { page, complaints, close } = await visit(browser(), { width, height })
  // Nothing is in between: every picture is the last of its motion.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await setTextSize(page, text)
  await page.goto(`${served.origin}/app.html`)
  await page.waitForFunction(hasStarted)
  return { page, complaints, close }
}

/** Two languages on each shape, in turn, and one on the last two; the long run has all ten. On the first shape one of them is English. */
function languagesOf(screen: number, shape: number): Locale[] {
  if (process.env.GALLERY === 'all') return [...LOCALES]
  if (shape >= SHAPES.length - 2) return LOCALES.filter((_, at) => at === (screen + 2 * shape + 4) % LOCALES.length)
  if (shape > 0) return LOCALES.filter((_, at) => at % 5 === (screen + shape) % 5)
  const others = LOCALES.filter((locale) => locale !== 'en-US')
  return [...others.filter((_, at) => at === screen % others.length), 'en-US']
}

/** A screen that does not come is a problem, too, and keeps no other from being looked at. */
async function problemsOn(page: Page, shape: number, { text }: Shape): Promise<string[]> {
  const groups = groupsOf('en-US')
  const known = [...KNOWN, ...(text < WRAPPED_AT ? [] : [/ wraps: /])].map(({ source }) => source)
  const problems: string[] = []
  for (const [screen, name] of (await page.evaluate(namesOf)).entries()) {
    if (shape === LARGEST && name.startsWith('texts: ')) continue
    // What axe finds depends on the theme, hardly on the shape.
    const closely = shape === 0
    const look = page.evaluate(lookAt, name, { groups, known, locales: languagesOf(screen, shape), closely })
    problems.push(...(await look.catch((error: unknown) => [`${name}: ${error}`])))
  }
  const keys = shape === 0 ? await page.evaluate(unsaid) : []
  const lost = keys.filter((key) => !ELSEWHERE.some((place) => place.test(key)))
  return [...problems, ...lost.map((key) => `no screen says ${key}; test/gallery/shelf.ts says where it may stand`)]
}

test.each(SHAPES)('every screen, by turns light and dark, on %s', async (_, shape) => {
  const { page, complaints, close } = await openGallery(shape)
  const at = SHAPES.findIndex(([, one]) => one === shape)
  expect(await problemsOn(page, at, shape)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

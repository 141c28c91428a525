import { LOCALES } from '../../contract/locales'
import './book.scss'

/** The book for people: the screens at the left, how they are looked at above, and one of them in a frame. */

/** What a framed page of the app or of the console offers. */
interface Gallery {
  names: readonly string[]
  show(name: string): Promise<void>
  set(look: { locale: string; dark: boolean }): Promise<void>
}

/** The framed pages with their languages. */
const PAGES: Record<string, readonly string[]> = {
  app: ['en-US', ...LOCALES.filter((locale) => locale !== 'en-US')],
  console: ['en', 'zh-CN'],
}
const page = new URLSearchParams(location.search).get('of') ?? 'app'

const CHOICES = {
  of: [page, ...Object.keys(PAGES).filter((other) => other !== page)],
  language: PAGES[page] ?? [],
  theme: ['light', 'dark'],
  width: ['390', '320', '360', '430', '600', '768', '820', '1000', '1024', '1280', '1440'],
  text: ['100', '150', '200'],
} as const
type Choice = keyof typeof CHOICES

const frame = document.createElement('iframe')
frame.src = `${page}.html`
frame.title = 'Screen'
const list = document.createElement('nav')
const controls = document.createElement('header')
const selects = new Map<Choice, HTMLSelectElement>()

const chosen = (choice: Choice) => selects.get(choice)?.value ?? CHOICES[choice][0] ?? ''

/** All sizes of the app follow the size of text, as does its idea of a narrow window: larger text is a page that is zoomed. */
function resize(): void {
  const [width, zoom] = [Number(chosen('width')), Number(chosen('text')) / 100]
  const height = width < 600 ? 844 : 900
  frame.style.width = `${width / zoom}px`
  frame.style.height = `${height / zoom}px`
  frame.style.transform = `scale(${zoom})`
}

async function start(gallery: Gallery): Promise<void> {
  const asked = () => decodeURIComponent(location.hash.slice(1))
  const look = () => gallery.set({ locale: chosen('language'), dark: chosen('theme') === 'dark' })
  const open = async () => {
    const name = gallery.names.find((one) => one === asked()) ?? gallery.names[0] ?? ''
    for (const link of list.querySelectorAll('a')) link.toggleAttribute('aria-current', link.textContent === name)
    await gallery.show(name)
  }
  list.append(
    ...gallery.names.map((name) => {
      const link = document.createElement('a')
      link.href = `#${encodeURIComponent(name)}`
      link.textContent = name
      return link
    }),
  )
  for (const [choice, values] of Object.entries(CHOICES) as [Choice, readonly string[]][]) {
    const label = document.createElement('label')
    const select = document.createElement('select')
    select.append(...values.map((value) => new Option(value)))
    select.addEventListener('change', () => {
      if (choice === 'of') return location.assign(`?of=${select.value}`)
      resize()
      void look()
    })
    selects.set(choice, select)
    label.append(`${choice} `, select)
    controls.append(label)
  }
  window.addEventListener('hashchange', () => void open())
  resize()
  await look()
  await open()
}

const main = document.createElement('main')
main.append(frame)
document.body.append(list, controls, main)

/** The frame is ready once its texts have come. */
const timer = setInterval(() => {
  const { gallery } = frame.contentWindow as unknown as { gallery?: Gallery }
  if (!gallery) return
  clearInterval(timer)
  void start(gallery)
}, 50)

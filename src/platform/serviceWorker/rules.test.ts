import { handlingOf, languagesIn, markKept, ofLanguages, outdatedAssets } from './rules'

const SCOPE = 'https://fairtick.example/h5/'
const get = (path: string, mode = 'no-cors') => ({ method: 'GET', mode, url: new URL(path, SCOPE).href })

test.each([
  ['the page', get('/h5/', 'navigate'), 'shell'],
  ['a script', get('/h5/static/js/app.1a2b3c4.js'), 'asset'],
  ['a style sheet', get('/h5/static/css/app.1a2b3c4.css'), 'asset'],
  ['the manifest, whose name stays', get('/h5/manifest.webmanifest'), 'none'],
  ['the API', get('/api/products', 'cors'), 'none'],
  ['a receipt below the API', get('/api/orders/1a2b3c4d5e/receipt', 'cors'), 'none'],
  ['another site', get('https://elsewhere.example/h5/x.1a2b3c4d.js'), 'none'],
  ['what is sent', { ...get('/h5/', 'navigate'), method: 'POST' }, 'none'],
])('%s', (_, request, handling) => {
  expect(handlingOf(request, SCOPE)).toBe(handling)
})

const DAY = 86_400_000

test('files of the build before stay for the tabs that are open, for two weeks and not without end', () => {
  const now = 100 * DAY
  const current = new Set(['now.js'])
  const kept = [
    { url: 'now.js', at: 1 },
    { url: 'before.js', at: now - DAY },
    { url: 'long ago.js', at: now - 15 * DAY },
    { url: 'unknown.js', at: 0 },
  ]
  expect(outdatedAssets(kept, current, now).sort()).toEqual(['long ago.js', 'unknown.js'])
  const many = Array.from({ length: 350 }, (_, n) => ({ url: `${n}.js`, at: now - n }))
  expect(outdatedAssets(many, current, now)).toHaveLength(50)
})

test('the texts of the languages that were read in the build before are kept of the next one, too', () => {
  const before = [
    'https://a.example/h5/static/js/locale-de-DE-json-first.11111111.js',
    'https://a.example/h5/static/js/home.2.js',
  ]
  const paths = ['js/locale-de-DE-json-first', 'js/locale-de-DE-json-rest', 'texts/locale-de-DE-screen']
    .concat('js/locale-th-TH-json-first', 'texts/locale-th-TH-screen', 'js/home')
    .map((name) => `static/${name}.22222222.js`)
  expect(ofLanguages(paths, languagesIn(before))).toEqual(paths.slice(0, 3))
  expect(ofLanguages(paths, languagesIn([]))).toEqual([])
})

test('a kept page says that it is one, in the place of the data', () => {
  const kept = markKept('<body><!--first-data--><div></div></body>')
  expect(kept).toBe('<body><script type="application/json" id="first-data">{"isKept":true}</script><div></div></body>')
})

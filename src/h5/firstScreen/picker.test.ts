import { waitFor } from '@testing-library/react'
import type { FirstPage } from './page'

const HOSTILE = `"><img src=x onerror="document.title='taken'"><script>{{symbol}}[[0]]</script>'`

// jsdom has no theme of the device.
beforeAll(() => Object.assign(window, { matchMedia: () => ({ matches: false }) }))

/** The data block and the templates of a built page, as small as they go. */
function writePage(data: object) {
  const page: Partial<FirstPage> = {
    pages: { '/pages/index/index': 'home', '/pages/Detail/Detail': 'detail' },
    files: {},
    languages: {},
    language: { texts: ['text'], numbers: { group: ',', decimal: '.', percent: '%', units: [] } },
    bands: { simulatedDemo: '[[0]]' },
    calls: {},
  }
  const templates = {
    screens: JSON.stringify(page),
    home: '<b title="{{name}}">{{name}} {{currency}}</b>{{list}}',
    list: '<ul>{{rows}}</ul>',
    'row-open': '<li><button data-name="{{key}}">{{title}} {{price}} {{volume}}</button></li>',
    detail: '<h1 title="{{symbol}}">{{symbol}}</h1>{{head}}',
    headOutline: '<hr>',
  }
  document.head.innerHTML = '<link id="app-css"><style id="first-css"></style>'
  document.body.innerHTML = ''
  for (const [name, text] of [...Object.entries(templates), ['data', JSON.stringify(data)] as const]) {
    const block = Object.assign(document.createElement('script'), { type: 'text/plain', textContent: text })
    block.id = `first-${name}`
    document.body.append(block)
  }
}

const nextPicture = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 1)))
const firstPicture = () => document.querySelector<HTMLElement>('.first')

async function arrive(hash: string, data: object) {
  writePage(data)
  window.location.hash = hash
  jest.resetModules()
  await import('./picker')
}

async function paint(hash: string, data: object): Promise<HTMLElement> {
  await arrive(hash, data)
  for (const step of ['detail', 'home', 'list']) window.firstParts(step)
  const first = firstPicture()
  if (!first) throw new Error('nothing was painted')
  return first
}

const QUOTE = { change24h: '1', changeRate24hBp: 1, high24h: '1', low24h: '1', volume24h: '1', amount24h: '1' }

test('what an address, a product or the house is called stays text in the first screen', async () => {
  const product = {
    symbol: HOSTILE,
    name: HOSTILE,
    status: 'open',
    recommended: true,
    quote: { ...QUOTE, price: HOSTILE },
    spark: [],
  }
  const appInfo = { name: HOSTILE, feed: HOSTILE, funds: 'demo', currency: { code: HOSTILE, scale: 2 } }
  const home = await paint('/pages/index/index', { appInfo, products: [product] })
  expect(home.querySelector('b')?.title).toBe(HOSTILE)
  // The list comes with the second frame.
  await waitFor(() => expect(home.querySelector('button')?.dataset.name).toBe(HOSTILE))
  const detail = await paint(`/pages/Detail/Detail?symbol=${encodeURIComponent(HOSTILE)}`, { appInfo, products: [] })
  expect(detail.querySelector('h1')?.textContent).toBe(HOSTILE)
  for (const first of [home, detail]) expect(first.querySelectorAll('img, script, [onerror]')).toHaveLength(0)
})

test('a page is painted when its own parts are there, and its list when those of lists are', async () => {
  const product = {
    symbol: 'BTCUSDT',
    name: 'BTCUSDT',
    status: 'open',
    recommended: true,
    quote: { ...QUOTE, price: '1' },
  }
  const appInfo = { name: 'Fairtick', feed: 'live', funds: 'demo', currency: { code: 'USD', scale: 2 } }
  await arrive('/pages/index/index', { appInfo, products: [product] })
  window.firstParts('detail')
  expect(firstPicture()).toBeNull()
  window.firstParts('home')
  expect(firstPicture()?.textContent).toContain('Fairtick USD')
  await nextPicture()
  expect(firstPicture()?.querySelector('button')).toBeNull()
  window.firstParts('list')
  await waitFor(() => expect(firstPicture()?.querySelector('button')?.textContent).toContain('BTCUSDT'))
})

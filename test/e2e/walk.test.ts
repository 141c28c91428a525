import type { Browser } from 'puppeteer-core'
import { launch } from './browser'
import { everyStop, pathsOf, sampledStops, walk } from './walk'

const origin = process.env.E2E_ORIGIN ?? ''
const demo: { account: string; password: string } = JSON.parse(process.env.E2E_DEMO ?? '{}')
/** `WALK=all npx jest --selectProjects e2e walk` walks everything, which takes the better part of an hour. */
const isWhole = process.env.WALK === 'all'
/** A closed order that nobody has: the page says so. */
const NO_ORDER = '00000000-0000-7000-8000-000000000000'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
})

async function ask<T>(path: string, options: { token?: string; body?: unknown } = {}): Promise<T> {
  const { token, body } = options
  const answer = await fetch(`${origin}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as T
}

const firstId = async (path: string, token?: string) =>
  (await ask<{ items?: { id: string }[] }>(path, token === undefined ? {} : { token })).items?.[0]?.id

test(
  `pages in ten languages, light and dark, on three widths${isWhole ? '' : ' (a sample)'}`,
  async () => {
    const session = await ask<{ token: string; user: unknown }>('/sessions', { body: demo })
    const paths = pathsOf({
      news: (await firstId('/news?locale=en-US')) ?? 'none',
      order: (await firstId('/orders?state=closed', session.token)) ?? NO_ORDER,
    })
    const stops = isWhole ? everyStop(paths) : sampledStops(paths)
    expect(await walk({ browser, origin, session, stops })).toEqual([])
  },
  isWhole ? 3 * 3_600_000 : 600_000,
)

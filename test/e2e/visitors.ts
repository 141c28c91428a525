import type { Browser } from 'puppeteer-core'
import { isThere } from '../../scripts/setup/requirements.mjs'
import { type Actor, createActor } from './actor'
import { launch, type OpenPage, type Visit, visit } from './browser'

/** The server that test files share (globalSetup.ts). */
export const ORIGIN = process.env.E2E_ORIGIN ?? ''
export const OPENING_CODE = process.env.E2E_OPENING_CODE ?? ''
export const demo: { account: string; password: string } = JSON.parse(process.env.E2E_DEMO ?? '{}')

/** A test of what Chromium without windows has not: notices, and tabs that hide each other. */
export const testInChromium = isThere('chromium') ? test : test.skip

/** Starts a browser before the tests of a file and closes it after them. */
export function sharedBrowser(): () => Browser {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  return () => browser
}

/** Fresh visitors of the app at `origin`, all in one browser of the test file. */
export function visitors(origin = ORIGIN): (look?: Visit) => Promise<OpenPage & { actor: Actor }> {
  const browser = sharedBrowser()
  return async (look) => {
    const opened = await visit(browser(), look)
    return { ...opened, actor: createActor(opened.page, origin) }
  }
}

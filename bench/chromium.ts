import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { findChromium } from '../scripts/setup/requirements.mjs'

const PHONE = { width: 390, height: 844, deviceScaleFactor: 2 }

/** A phone-sized page in a fresh Chromium, always closed afterwards. */
export async function withPage<T>(measure: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is missing; install it with: sudo apt-get install -y chromium')
  const browser = await puppeteer.launch({ executablePath, headless: true, args: ['--no-sandbox', '--no-first-run'] })
  try {
    const page = await browser.newPage()
    await page.setViewport(PHONE)
    return await measure(page, browser)
  } finally {
    await browser.close()
  }
}

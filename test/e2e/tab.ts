import type { ElementHandle, JSHandle, Page } from 'puppeteer-core'

/** The common functions of every engine's driver; tests of a page use only these. */
export interface Tab {
  go(url: string): Promise<void>
  url(): Promise<string>
  /** Runs a script as the page would. */
  inject(source: string): Promise<void>
  /** Runs a function in the page and returns what it gives, a promise awaited. */
  evaluate<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>>
  /** The elements that a function gives in the page. */
  find<A>(run: (argument: A) => Element[], argument: A): Promise<TabElement[]>
  /** A picture of the window; `path` ends in .png or .jpg. */
  screenshot(path: string): Promise<void>
}

export interface TabElement {
  evaluate<R>(run: (node: Element) => R): Promise<Awaited<R>>
  /** In the middle, as a finger or mouse does. */
  press(): Promise<void>
  /** Replaces what a field holds, key by key. */
  type(text: string): Promise<void>
}

/** The same methods with types that a function of ours can be passed on through. */
interface Runs {
  evaluate(run: unknown, ...args: unknown[]): Promise<never>
  evaluateHandle(run: unknown, argument: unknown): Promise<JSHandle>
}

/** A page of puppeteer's, in Chromium or Firefox. */
export function puppeteerTab(page: Page): Tab {
  const runs = page as unknown as Runs
  return {
    go: async (url) => {
      await page.goto(url, { waitUntil: 'load' })
    },
    url: async () => page.url(),
    inject: async (source) => {
      await page.evaluate(source)
    },
    evaluate: (run, ...args) => runs.evaluate(run, ...args),
    async find(run, argument) {
      const handle = await runs.evaluateHandle(run, argument)
      const properties = await handle.getProperties()
      await handle.dispose()
      const elements = [...properties.values()].flatMap((property) => property.asElement() ?? [])
      return (elements as ElementHandle<Element>[]).map((element) => puppeteerElement(page, element))
    },
    async screenshot(path) {
      const isJpeg = path.endsWith('.jpg')
      await page.screenshot({
        path: path as `${string}.png`,
        ...(isJpeg ? { type: 'jpeg' as const, quality: 60 } : {}),
      })
    },
  }
}

const puppeteerElement = (page: Page, element: ElementHandle<Element>): TabElement => ({
  evaluate: async (run) => element.evaluate(run as never) as never,
  press: () => element.click(),
  async type(text) {
    await element.click({ count: 3 })
    await page.keyboard.press('Backspace')
    await element.type(text)
  },
})

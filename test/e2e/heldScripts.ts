import type { Page } from 'puppeteer-core'

/** Scripts of the build wait until they are released. */
export async function holdScripts(page: Page, which = /\/h5\/static\/js\//) {
  let holding: RegExp | undefined = which
  const held: { url: string; go: () => void }[] = []
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const url = request.url()
    const go = () => void request.continue().catch(() => undefined)
    if (holding?.test(url)) held.push({ url, go })
    else go()
  })
  /** Lets all continue but those that are held on. */
  return (on?: RegExp) => {
    holding = on
    for (const one of held.splice(0)) {
      if (on?.test(one.url)) held.push(one)
      else one.go()
    }
  }
}

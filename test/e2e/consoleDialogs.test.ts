import { isMissed } from './browser'
import { ALONE, makeKinds } from './consoleKinds'
import { stopsOf } from './consoleTable'
import { type Stop, type Walker, walkConsole } from './consoleWalk'
import { type Office, openOffice } from './office'
import { type RunningProvider, startProvider } from './provider'

/** Every dialog, drawer and form of the console is opened, so that none can leave a blank page behind. */

let provider: RunningProvider
let office: Office
let stops: Stop[]
let walker: Walker
beforeAll(async () => {
  provider = await startProvider()
  office = await openOffice({ ...provider.settings, FOUR_EYES_ALONE: ALONE })
  stops = stopsOf(await makeKinds(office))
  const { page } = office.admin
  walker = { page, language: 'en', complaints: [], problems: [] }
  page.on('pageerror', (error) => walker.complaints.push(`exception: ${error}`))
  page.on('console', (entry) => {
    if (entry.type() === 'error') walker.complaints.push(`console: ${entry.text()}`)
  })
  page.on('response', (answer) => {
    if (isMissed(answer)) walker.complaints.push(`answer ${answer.status()}: ${answer.url()}`)
  })
})
afterAll(async () => {
  await office.close()
  provider.child.kill()
})

test.each([
  ['every page of the console fits a tablet and a small laptop, and all that opens there shows something', 'en'],
  ['every page of the console shows itself in Chinese', 'zh-CN'],
] as const)('%s', async (_, language) => {
  const { page } = office.admin
  walker = { ...walker, language, problems: [] }
  await page.evaluateOnNewDocument((chosen) => localStorage.setItem('fairtick-console-language', chosen), language)
  await page.reload()
  for (const stop of stops) await walkConsole(walker, stop)
  expect(walker.problems).toEqual([])
})

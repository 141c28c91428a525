import type { Visit } from './browser'
import { demoMoves, demoVisit } from './demoVisit'
import { ORIGIN, visitors } from './visitors'
import { sampledStops, walk } from './walk'
import { sheetStops } from './walkSheets'

const arrive = visitors()
beforeAll(demoMoves)

const openTab = async (look: Visit) => {
  const opened = await arrive(look)
  await opened.page.setBypassCSP(true)
  return opened
}

test('every page once, in turn in ten languages, light and dark, on phones and in wide windows, with text of three sizes', async () => {
  const { session, paths } = await demoVisit()
  const stops = sampledStops(paths)
  expect(await walk({ openTab, name: 'walk', origin: ORIGIN, session, stops })).toEqual([])
})

test('a sheet over each kind of page and a dialog, on a narrow phone with large text', async () => {
  const { session } = await demoVisit()
  expect(await walk({ openTab, name: 'walk-sheets', origin: ORIGIN, session, stops: sheetStops })).toEqual([])
})

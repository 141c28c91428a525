import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/until'
import { startAsMember } from './member'
import { FOLDER, start, stopAll } from './start'

afterEach(stopAll)

/** Texts in the code that no first page needs: the translator of all texts, dialogs, sheets, the stream of prices. */
const LATE = ['showSupportNotice', 'at-modal', 'at-float-layout', '"authenticate"']

const sourceOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

/** What happened before the first data of the first page was on its way to the screen. */
function beforeFirstData(events: readonly string[]) {
  const end = events.findIndex((event) => event.startsWith('setData'))
  const of = (kind: string) =>
    events
      .slice(0, end)
      .filter((event) => event.startsWith(kind))
      .map((event) => event.slice(kind.length))
  return { page: events[end], files: of('run '), requests: of('GET ') }
}

test('a member sees the kept home before anything runs that home does not need, and its answers are on their way', async () => {
  const kept = new Map<string, unknown>()
  const { actor: earlier } = await startAsMember({ kept })
  await earlier.sees(/BTC\/USDT/)
  await until('the last known data', () => kept.has('lastKnown') || undefined)
  stopAll()

  const events: string[] = []
  const actor = await start({ kept, onEvent: (event) => events.push(event) })
  await actor.sees(/BTC\/USDT/)
  const { page, files, requests } = beforeFirstData(events)
  expect(page).toBe('setData pages/index/index')
  expect(files).toEqual(expect.arrayContaining(['app.js', 'pages/index/index.js', 'texts/first.js']))
  for (const file of files)
    for (const text of LATE) expect([file, sourceOf(file).includes(text)]).toEqual([file, false])
  for (const text of LATE) expect(sourceOf('late.js')).toContain(text)
  expect(requests).toEqual(['/api/app-info', '/api/products', '/api/me'])
})

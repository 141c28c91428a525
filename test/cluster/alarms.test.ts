import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/until'
import type { Break } from './break'
import { ALL, END, LINES } from './breaks'
import { START } from './start'
import { createWatchedHouse, type WatchedHouse } from './watchedHouse'
import { MONITORING } from './watchers'

/**
 * The parts of deploy/hosts while its parts fail: each alert has to come to a web server by Prometheus and
 * Alertmanager. Durations are shortened, thresholds are not. ALARMS=ManyVoids,BusLost makes only what these come of.
 */
/**
 * Alerts that fire although all is well: it always does, or what it tells of is not mended, such as the clock of the
 * machine that tests, and how busy it is.
 */
const STAYS = [
  'EventLoopLate',
  'AnswersSlow',
  'Watchdog',
  'CertificateEnds',
  'DiskFills',
  'RehearsalOld',
  'TimeStampOld',
  'ObjectsOld',
  'ClockOff',
]
const chosen = process.env.ALARMS?.split(',')
const isChosen = ({ alerts }: Break) => !chosen || alerts.some((name) => chosen.includes(name))
/** Whether it may hand PostgreSQL to its own account, and mount a small disk. */
const mayMount = () => process.getuid?.() === 0 && spawnSync('unshare', ['-mpf', '--mount-proc', 'true']).status === 0
const whereAllowed = mayMount() ? test : test.skip

let house: WatchedHouse | undefined
/** Seconds from the beginning of its part of the test until an alert had come. */
const cameAfter: Record<string, number> = {}
afterAll(async () => {
  if (house) process.stdout.write(`${JSON.stringify(cameAfter)}\n`)
  await house?.remove()
})

/** Makes what is broken in each line, one after the other, and waits until all that is to come of it has come. */
async function happen(house: WatchedHouse, lines: readonly (readonly Break[])[]) {
  const sinceMs = Date.now()
  async function comes(name: string, labels?: Record<string, string>) {
    // One that is there already, because the machine is busy, is not sent again.
    await house.watchers.comes(name, STAYS.includes(name) ? 0 : sinceMs, labels)
    cameAfter[name] ??= Math.round((Date.now() - sinceMs) / 1000)
  }
  const follow = async (line: readonly Break[]) => {
    const arrivals: Promise<unknown>[] = []
    for (const { alerts, make } of line) {
      arrivals.push(Promise.all(alerts.map((name) => comes(name))))
      // Is awaited below; until then another failure may end the test.
      arrivals.at(-1)?.catch(() => undefined)
      await make(house, comes)
    }
    await Promise.all(arrivals)
  }
  await Promise.all(lines.map(follow))
}

/** Panels of the dashboards that have nothing to show. */
async function emptyPanels({ watchers }: WatchedHouse): Promise<string[]> {
  const empty: string[] = []
  for (const file of ['dashboard.json', 'business.json']) {
    const { panels } = JSON.parse(readFileSync(join(MONITORING, file), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        const found = await watchers.ask(expr)
        // There is no yesterday.
        if (!found || (found.length === 0 && !/offset/.test(expr))) empty.push(`${title}: ${expr}`)
      }
    }
  }
  return empty
}

test('each alert is made to come', () => {
  const rules = readFileSync(join(MONITORING, 'alerts.yaml'), 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const made = new Set(ALL.flatMap(({ alerts }) => alerts))
  expect([...made].sort()).toEqual(alerts.sort())
})

whereAllowed('each alert comes to whom it is for when its part fails, with the address of its runbook', async () => {
  house = await createWatchedHouse()
  const own = house
  await happen(own, [[START]])
  await own.watchers.noneFires(`alertname!~"${STAYS.join('|')}"`)
  await happen(
    own,
    LINES.map((line) => line.filter(isChosen)),
  )
  if (!chosen) {
    const isFull = async () => (await emptyPanels(own)).length === 0
    const describe = async () => (await emptyPanels(own)).join('\n')
    await until('figures in each panel', isFull, { everyMs: 1_000, describe })
  }
  // An alert that fires already would not be sent again.
  await own.watchers.noneFires(`alertname=~"${END.alerts.join('|')}"`)
  await happen(own, [[END].filter(isChosen)])
})

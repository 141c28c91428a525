import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { present } from '../../server/src/shared/assert'
import { readLatestHead } from '../../server/src/signedLogs/heads'
import { runOps } from '../../server/test/ops'
import { type House, openHouse } from './lyingHouse'

let house: House
const folder = mkdtempSync(join(tmpdir(), 'fairtick-monitor-'))
beforeAll(async () => {
  house = await openHouse()
})
afterAll(async () => {
  await house.close()
  rmSync(folder, { recursive: true })
})

/** Runs the script: exit code and lines. */
function script(...options: string[]): Promise<{ status: number; lines: string[] }> {
  const path = join(__dirname, '../../scripts/monitor.mjs')
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...options], (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, lines: (stdout + stderr).trimEnd().split('\n') }),
    )
  })
}

test('a log that was restored with a statement is followed on, once, and its feeds have the statement', async () => {
  for (let each = 0; each < 4; each++) await house.round()
  expect((await house.monitorOf('monitor').runOnce()).problem).toBeUndefined()
  const { number } = present(await readLatestHead(house.database), 'there are heads')
  await house.tamper((tx) => tx.query('delete from tree_head where number > $1', [number - 2]))
  await house.tamper((tx) =>
    tx.query('delete from log_node where tree = -3 and (position + 1) << level > $1', [number - 2]),
  )
  const node = await house.startNode()
  const said = () => house.monitorOf('monitor', node).runOnce()
  expect((await said()).problem).toBe(`the log of heads is another one than the ${number} heads that were looked at`)
  await runOps(
    node.deps.on(house.staffDeps.database),
    'proof restored --because hardware --actor ada --reason "rack 4 burnt" --json',
  )
  for (let each = 0; each < 4; each++) await house.round(node.deps)
  const restored = await said()
  await house.round(node.deps)
  const after = await said()
  // The same statement does not stand in for a second loss.
  await house.tamper((tx) => tx.query('delete from tree_head where number > $1', [number - 2]))
  const forked = await house.startNode()
  for (let each = 0; each < 9; each++) await house.round(forked.deps)
  const again = await house.monitorOf('monitor', forked).runOnce()
  await Promise.all([node.stop(), forked.stop()])
  expect(restored).toMatchObject({
    problem: undefined,
    notes: [expect.stringContaining(`the log was restored (hardware) to head ${number - 2} of `)],
  })
  expect(after).toMatchObject({ problem: undefined, notes: [] })
  expect(again.problem).toMatch(/is not what it was|does not go on/)
})

test('the script says what it found by its exit code, keeps its state and takes no option that it does not know', async () => {
  const fresh = await openHouse()
  const comeTo = (agoMs: number) => fresh.clock.advance(Math.max(0, Date.now() - agoMs - fresh.clock.now()))
  /** The script while the house has the time of this machine, as long as it takes. */
  async function scriptNow(...options: string[]) {
    let isDone = false
    const said = script(...options).finally(() => {
      isDone = true
    })
    while (!isDone) {
      await comeTo(0)
      await Promise.race([said, new Promise((resolve) => setTimeout(resolve, 200))])
    }
    return said
  }
  await comeTo(5_000)
  for (let each = 0; each < 3; each++) await fresh.round()
  const [state, metrics] = [join(folder, 'state'), join(folder, 'monitor.prom')]
  const first = await scriptNow(fresh.url, '--once', '--state', state, '--metrics', metrics)
  const second = await scriptNow(fresh.url, '--once', '--state', state)
  await fresh.tamper((tx) => tx.query('update tick set price = 1 where sequence = 2'))
  await comeTo(0)
  await fresh.round()
  const third = await scriptNow(fresh.url, '--once', '--state', state, '--metrics', metrics)
  const wrongKey = await scriptNow(fresh.url, '--once', '--state', join(folder, 'other'), '--key', '22'.repeat(32))
  const keyBesideState = await scriptNow(fresh.url, '--once', '--state', state, '--key', '22'.repeat(32))
  await fresh.close()
  expect(keyBesideState).toMatchObject({ status: 1, lines: [expect.stringContaining('is of another key')] })
  expect(first.status).toBe(0)
  expect(first.lines[0]).toMatch(/^NOTE the key is taken from the service/)
  expect(first.lines.at(-1)).toMatch(/^holds: heads 1 to \d+ of /)
  const isNote = (line: string) => line.startsWith('NOTE the newest head')
  expect({ ...second, lines: second.lines.filter((line) => !isNote(line)).join('') }).toEqual({ status: 0, lines: '' })
  expect(third).toEqual({
    status: 1,
    lines: [expect.stringMatching(/^does not hold: the prices of BTCUSDT: the first 9 /)],
  })
  expect(readFileSync(metrics, 'utf8')).toContain(`fairtick_monitor_holds{log="${fresh.url}"} 0`)
  expect(readdirSync(state).sort()).toContain('state.json')
  expect(wrongKey).toMatchObject({ status: 1 })
  for (const wrong of [
    ['--once'],
    [fresh.url, '--onse'],
    [fresh.url, 'x'],
    [fresh.url, '--key', 'x'],
    [fresh.url, '--every', '0'],
  ])
    expect([wrong, (await script(...wrong)).status]).toEqual([wrong, 2])
  expect((await script('http://127.0.0.1:9', '--once', '--state', join(folder, 'nothing'))).status).toBe(2)
})

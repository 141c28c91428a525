import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countAfterRunningAgain, countFiles, MINUTES, runLayers, slowestFiles } from '../../scripts/lib/layers.mjs'
import { Refusal } from '../../scripts/lib/say.mjs'

const ROOT = join(__dirname, '../..')

async function printedBy(run: () => Promise<unknown>): Promise<string> {
  let printed = ''
  const spies = [process.stdout, process.stderr].map((stream) =>
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      printed += text
      return true
    }),
  )
  await run()
  for (const spy of spies) spy.mockRestore()
  return printed
}

test('a layer that fails or cannot run hides none of those after it, and counts', async () => {
  const printed = await printedBy(async () => {
    const total = await runLayers([
      ['first', async () => ({ passed: 3, failed: 1, skipped: 0 })],
      ['second', () => Promise.reject(new Refusal('It could not be built.'))],
      ['third', async () => ({ passed: 5, failed: 0, skipped: 2, slowest: [{ path: 'a/slow.test.ts', ms: 61_234 }] })],
    ])
    expect(total).toMatchObject({ passed: 8, failed: 2, skipped: 2 })
  })
  expect(printed).toContain('fairtick: It could not be built.\n')
  expect(printed).toMatch(/third: 5 passed, 0 failed in .* s\n {2}61\.2 s {2}a\/slow\.test\.ts\n$/)
})

test('layers of the second lane run while the others do, count, and are shown in one piece', async () => {
  const count = { passed: 1, failed: 0, skipped: 0 }
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const printed = await printedBy(async () => {
    const total = await runLayers(
      [['busy', (aside) => ended.then(() => ({ ...count, failed: Number(aside) }))]],
      [
        ['alarms', async (aside) => ({ ...count, output: `aside: ${aside}\n` })],
        ['broken', () => Promise.reject(new Refusal('It could not be built.')).finally(end)],
      ],
    )
    expect(total).toMatchObject({ passed: 2, failed: 1, skipped: 0 })
  })
  expect(printed).toMatch(/── alarms ──\naside: true\nfairtick: alarms: 1 passed, 0 failed in .* s\n/)
  expect(printed).toMatch(
    /── broken ──\nfairtick: It could not be built\.\nfairtick: broken: 0 passed, 1 failed in .* s\n/,
  )
})

test('the slowest files come first, a handful of them', () => {
  const results = [5, 30, 1, 20, 10, 40].map((ms) => ({
    name: join(ROOT, `test/${ms}.test.ts`),
    startTime: 1,
    endTime: 1 + ms,
  }))
  expect(slowestFiles(results)).toEqual([40, 30, 20, 10, 5].map((ms) => ({ path: `test/${ms}.test.ts`, ms })))
})

const file = (name: string, ...statuses: string[]) => ({
  name: join(ROOT, name),
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  startTime: 0,
  endTime: 1,
  message: 'Cannot find module',
  assertionResults: statuses.map((status, place) => ({
    status,
    fullName: `case ${place}`,
    failureMessages:
      status === 'failed' ? [`\u001b[31mWaited for it\u001b[39m\n\n${'    at somewhere\n'.repeat(20)}`] : [],
  })),
})

test('a file that does not even load is one failure', () => {
  const files = [file('a.test.ts', 'passed', 'pending'), file('b.test.ts'), file('c.test.ts', 'failed', 'failed')]
  expect(countFiles(files)).toMatchObject({ passed: 1, failed: 3, skipped: 1 })
})

test('each failure is told in a few lines, for the end of a long run', () => {
  const { failures } = countFiles([file('a.test.ts', 'passed', 'failed'), file('b.test.ts')])
  expect(failures).toEqual([
    expect.stringMatching(/^a\.test\.ts: case 1\n {4}Waited for it\n/),
    'b.test.ts: did not run\n    Cannot find module',
  ])
  expect(failures?.[0]?.split('\n')).toHaveLength(8)
})

test('of a file that failed the second run counts, and one that passes then is named', () => {
  const first = [file('fine.test.ts', 'passed'), file('chance.test.ts', 'passed', 'failed'), file('broken.test.ts')]
  const again = [file('chance.test.ts', 'passed', 'passed'), file('broken.test.ts', 'failed', 'pending')]
  expect(countAfterRunningAgain(first, again)).toMatchObject({
    passed: 3,
    failed: 1,
    skipped: 1,
    faults: [expect.stringMatching(/^chance\.test\.ts: case 1/)],
  })
  // A second run that does not get so far decides nothing.
  expect(countAfterRunningAgain(first, [])).toMatchObject({ passed: 2, failed: 2, faults: [] })
})

test('files that passed when run again, and layers that took twice their minutes, are kept for the last lines', async () => {
  let now = 0
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now)
  const layer = (minutes: number, faults: string[]) => async () => {
    now += minutes * 60_000
    return { passed: 1, failed: 0, skipped: 0, faults }
  }
  await printedBy(async () => {
    const total = await runLayers([
      ['unit', layer(2 * (MINUTES.unit ?? 0), ['a.test.ts'])],
      ['proof', layer(2 * (MINUTES.proof ?? 0) + 0.1, ['b.test.ts'])],
    ])
    expect(total.faults).toEqual(['a.test.ts', 'b.test.ts'])
    expect(total.slow).toEqual([expect.stringMatching(/^proof took 4\.1 minutes/)])
  })
  clock.mockRestore()
})

test('CONTRIBUTING says of each layer how many minutes it may take', () => {
  const rows = [
    ...readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(/^\| `npm (?:test --|run) (\S+)` +\| +(\d+) \|/gm),
  ]
  expect(Object.fromEntries(rows.map(([, name, minutes]) => [name, Number(minutes)]))).toEqual(MINUTES)
})

import { join } from 'node:path'
import { runLayers, slowestFiles } from '../../scripts/lib/layers.mjs'
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
    expect(total).toEqual({ passed: 8, failed: 2, skipped: 2 })
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
    expect(total).toEqual({ passed: 2, failed: 1, skipped: 0 })
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

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-stacks-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The output of a bundle with `source` in it, by the stack of the error that it throws. */
function run(source: string, { withMap }: { withMap: boolean }): string {
  const entry = join(folder, 'entry.ts')
  const outfile = join(folder, withMap ? 'mapped.js' : 'bare.js')
  writeFileSync(entry, source)
  const common = { bundle: true, platform: 'node', format: 'cjs', sourcesContent: false } as const
  buildSync({ ...common, entryPoints: [entry], outfile, sourcemap: withMap })
  return execFileSync(process.execPath, [outfile], { encoding: 'utf8' })
}

const SOURCE = `
import { nameSourcesOf } from '${join(__dirname, 'stackMaps')}'
nameSourcesOf(__filename)
interface Unused { gone: string }
function failing() {
  throw new RangeError('too far')
}
try {
  failing()
} catch (error) {
  console.log((error as Error).stack)
}
`

test('a stack names the lines of the sources, the functions and what was wrong', () => {
  const [first, second, third] = run(SOURCE, { withMap: true }).split('\n')
  expect(first).toBe('RangeError: too far')
  expect(second).toMatch(/^ {4}at failing \(.*entry\.ts:6:9\)$/)
  expect(third).toMatch(/entry\.ts:9:\d+\)?$/)
})

test('without a map the stack is that of the bundle', () => {
  expect(run(SOURCE, { withMap: false })).toMatch(/^RangeError: too far\n {4}at failing \(.*bare\.js:\d+:\d+\)/)
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(__dirname, '../..')
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
const folder = mkdtempSync(join(tmpdir(), 'fairtick-linter-'))
beforeAll(() => {
  const { $schema: _, plugins, ...rules } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'))
  const paths = plugins.map((path: string) => join(ROOT, path))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, ...rules, plugins: paths }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The linter's findings for a file of that text, under the rules of the repository. */
function findingsIn(text: string): string {
  const file = join(folder, 'sample.ts')
  writeFileSync(file, text)
  const { stdout, stderr } = spawnSync(process.execPath, [BIOME, 'lint', '--colors=off', 'sample.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout + stderr
}

/** A function with that many lines between its braces, which is what the linter counts. */
const functionOf = (lines: number) =>
  `export function long(log: (line: number) => void) {\n${Array.from({ length: lines }, (_, at) => `  log(${at})\n`).join('')}}\n`

test('a function of 70 lines passes, one of 71 does not', () => {
  expect(findingsIn(functionOf(70))).not.toContain('noExcessiveLinesPerFunction')
  expect(findingsIn(functionOf(71))).toContain('noExcessiveLinesPerFunction')
})

test('a file of 400 lines passes, one of 401 does not', () => {
  const fileOf = (lines: number) =>
    Array.from({ length: lines }, (_, at) => `export const value${at} = ${at}\n`).join('')
  expect(findingsIn(fileOf(400))).not.toContain('noExcessiveLinesPerFile')
  expect(findingsIn(fileOf(401))).toContain('noExcessiveLinesPerFile')
})

test('a literal whose parts are spread at once is refused, any other spread is not', () => {
  const finding = 'a spread of them does nothing'
  for (const spread of ['[...[1, 2], 3]', '{ ...{ a: 1 }, b: 2 }', 'Math.max(...[1, 2])'])
    expect(findingsIn(`export const value = ${spread}\n`)).toContain(finding)
  expect(findingsIn('export type Row = [...[a: number, b: number], c?: number]\n')).toContain(finding)
  expect(findingsIn('export const of = (x: boolean) => [...(x ? [1] : []), ...[2].map(String)]\n')).not.toContain(
    finding,
  )
})

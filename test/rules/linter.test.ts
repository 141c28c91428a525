import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(__dirname, '../..')
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
const folder = mkdtempSync(join(tmpdir(), 'fairtick-linter-'))
beforeAll(() => {
  const text = readFileSync(join(ROOT, 'biome.json'), 'utf8').replaceAll('"./scripts/', `"${ROOT}/scripts/`)
  const { $schema: _, ...rules } = JSON.parse(text)
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, ...rules }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The linter's findings for a file of that text, under the rules of the repository. */
function findingsIn(text: string, path = 'sample.ts'): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const { stdout, stderr } = spawnSync(process.execPath, [BIOME, 'lint', '--colors=off', path], {
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

test('a circle of files is refused, also one of types only', () => {
  const back = `import type { B } from './b'\n\nexport type A = { b: B }\n`
  findingsIn(`import type { A } from './a'\n\nexport type B = { a: A }\n`, 'b.ts')
  expect(findingsIn(back, 'a.ts')).toContain('noImportCycles')
  findingsIn('export type B = { a: number }\n', 'b.ts')
  expect(findingsIn(back, 'a.ts')).not.toContain('noImportCycles')
})

test("a test of the server reads no clock of the machine's", () => {
  for (const now of ['Date.now()', 'new Date()']) {
    const text = `export const now = ${now}\n`
    expect(findingsIn(text, 'server/src/sample.test.ts')).toContain('the clock that the test injects')
    expect(findingsIn(text, 'server/src/sample.ts')).not.toContain('the clock that the test injects')
  }
  expect(findingsIn('export const then = new Date(0)\n', 'server/src/sample.test.ts')).not.toContain('the clock that')
})

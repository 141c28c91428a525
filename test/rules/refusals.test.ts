import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const CHECK = pathToFileURL(join(__dirname, '../../scripts/checks/refusals.mjs')).href

const RESULT = `
interface AppError<C extends string> { code: C }
type Result<T, E> = { ok: true; value: T } | { ok: false; error: E }
const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
const fail = <C extends string>(code: C): { ok: false; error: AppError<C> } => ({ ok: false, error: { code } })
declare function attempt<R>(work: () => Promise<R>): Promise<R>
`

/** The check's findings for a module, as lines and codes. */
function neverGiven(text: string): string[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairtick-refusals-')))
  try {
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "types": [] } }')
    writeFileSync(join(folder, 'a.ts'), RESULT + text)
    const run = `import { neverGiven } from ${JSON.stringify(CHECK)}
      console.log(JSON.stringify(neverGiven(${JSON.stringify(folder)}, '')))`
    const said: string[] = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', run]).toString())
    return said.map((sentence) => /names (.*), which/.exec(sentence)?.[1] ?? sentence)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a type that names more codes than its function gives is found, also behind what it calls', () => {
  expect(
    neverGiven(`
      export function plain(n: number): Result<number, AppError<'low' | 'high'>> {
        return n < 0 ? fail('low') : ok(n)
      }
      export async function calling(n: number): Promise<Result<number, AppError<'low' | 'high' | 'odd'>>> {
        const checked = plain(n)
        return checked.ok ? ok(n) : checked
      }
      export async function attempting(): Promise<Result<number, 'busy' | 'gone'>> {
        return attempt(async () => (Math.random() > 0.5 ? ok(1) : { ok: false, error: 'gone' }))
      }
      interface Service {
        plain(n: number): Result<number, AppError<'low' | 'high' | 'even'>>
        method(): Result<number, 'first' | 'second'>
        arrow(): Result<number, 'third' | 'fourth'>
      }
      export const service = (): Service => ({
        plain,
        method() {
          return { ok: false, error: 'first' }
        },
        arrow: () => ({ ok: false, error: 'third' }),
      })`),
  ).toEqual(['high', 'odd', 'busy', 'even', 'second', 'fourth'])
})

test('a type that names what its function gives is let pass', () => {
  expect(
    neverGiven(`
      type Refusal = 'low' | 'high'
      const check = (n: number): Result<number, AppError<'low'>> => (n < 0 ? fail('low') : ok(n))
      export async function both(n: number): Promise<Result<number, AppError<Refusal>>> {
        if (n > 9) return fail('high')
        const checked = await attempt(async () => check(n))
        return checked.ok ? ok(checked.value) : checked
      }
      export const service: { both(n: number): Promise<Result<number, AppError<Refusal>>> } = { both: (n) => both(n) }`),
  ).toEqual([])
})

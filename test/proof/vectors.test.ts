import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nacl from 'tweetnacl'
import type { Receipt } from '../../contract/proof'
import { findingsOf } from '../../scripts/verify-receipt.mjs'
import { checkReceipt, termsProblems } from '../../src/domain/proof/receipt'
import { witnessesOf } from '../../src/domain/proof/witnesses'
import { makeVectors } from './vectorCases'
import type { Vector } from './vectorKit'

/**
 * Published vectors: true receipts, and forgeries that are signed with the house's own key. The app, the script and the
 * Python verifier, written apart, have to agree about each of them.
 */
const FOLDER = join(__dirname, 'vectors')
const SCRIPTS = join(__dirname, '../../scripts')
const folder = mkdtempSync(join(tmpdir(), 'fairtick-vectors-'))
const vectors: Vector[] = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')))

// Thousands of mutations leave most signatures as they are: each is verified once, by the real code.
const verify = nacl.sign.detached.verify
const verified = new Map<string, boolean>()
nacl.sign.detached.verify = (text, signature, key) => {
  const name = Buffer.concat([key, signature, text]).toString('latin1')
  const known = verified.get(name) ?? verify(text, signature, key)
  verified.set(name, known)
  return known
}

function run(program: string, args: readonly string[]): Promise<{ status: number; lines: string[] }> {
  return new Promise((resolve) => {
    execFile(program, [...args], { maxBuffer: 1 << 26 }, (error, stdout) => {
      const status = error ? Number(error.code) : 0
      resolve({ status, lines: stdout.split('\n').filter((line) => line !== '') })
    })
  })
}

const python = (...args: readonly string[]) => run('python3', [join(SCRIPTS, 'verify_receipt.py'), ...args])
const node = (...args: readonly string[]) => run(process.execPath, [join(SCRIPTS, 'verify-receipt.mjs'), ...args])

function byApp(receipt: unknown): string[] {
  const codes = checkReceipt(receipt).problems.map((each) => (each.kind === 'history' ? each.problem.kind : each.kind))
  return [...new Set(codes)].sort()
}
const byScript = (receipt: unknown) => [...new Set(findingsOf(receipt).map(([code]) => code))].sort()

async function byPython(receipts: readonly unknown[]): Promise<string[][]> {
  const file = join(folder, 'receipts.jsonl')
  writeFileSync(file, receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join(''))
  const { lines } = await python('--lines', file)
  return lines.map((line) => (line === 'holds' ? [] : line.split(' ')))
}

test('the vectors are those that the generator makes', async () => {
  const made = await makeVectors()
  expect(new Map(vectors.map((each) => [each.name, each]))).toEqual(new Map(made.map((each) => [each.name, each])))
})

test('app, script and Python name every lie alike, and take every receipt that holds', async () => {
  const python = await byPython(vectors.map(({ receipt }) => receipt))
  const findings = vectors.map(({ name, receipt }, index) => ({
    name,
    app: byApp(receipt),
    script: byScript(receipt),
    python: python[index],
  }))
  for (const [index, { name, app, script, python }] of findings.entries()) {
    expect({ name, script, python }).toEqual({ name, script: expect.any(Array), python: script })
    const { expect: code = null, acceptance, witnesses, server } = vectors[index] ?? {}
    if (code === null || acceptance || witnesses || server)
      expect({ name, app, script }).toEqual({ name, app: [], script: [] })
    else
      expect({ name, app, script }).toEqual({
        name,
        app: expect.arrayContaining([code]),
        script: expect.arrayContaining([code]),
      })
  }
  expect(findings.length).toBeGreaterThan(70)
}, 60_000)

const beside = vectors.filter(({ acceptance }) => acceptance)
test.each(beside)('beside the acceptance that the user kept: $lie', async ({ receipt, acceptance, expect: code }) => {
  const files = ['receipt.json', 'acceptance.json'].map((name) => join(folder, name))
  writeFileSync(files[0] ?? '', JSON.stringify(receipt))
  writeFileSync(files[1] ?? '', JSON.stringify(acceptance))
  const args = [files[0] ?? '', '--acceptance', files[1] ?? ''] as const
  const kinds = termsProblems(acceptance as never, receipt as never).map(({ kind }) => kind)
  expect((await python(...args)).lines).toEqual([code ?? 'holds'])
  const said = await node(...args)
  if (code === null) {
    expect({ kinds, status: said.status }).toEqual({ kinds: [], status: 0 })
    return
  }
  expect(kinds).toContain(code)
  expect(said.status).toBe(1)
  expect(said.lines[0]).toContain(`FAIL  ${code}: `)
})

const seen = vectors.filter(({ witnesses }) => witnesses)
test.each(seen)('beside keys of witnesses: $lie', async ({ receipt, witnesses, expect: code }) => {
  const { keys = [], needed = 0 } = witnesses ?? {}
  const file = join(folder, 'witnessed.json')
  writeFileSync(file, JSON.stringify(receipt))
  const options = [...keys.flatMap((key) => ['--witness', key]), '--needed', String(needed)]
  expect(witnessesOf(receipt as Receipt, keys).length >= needed).toBe(code === null)
  expect((await python(file, ...options)).lines).toEqual([code ?? 'holds'])
  const said = await node(file, ...options)
  expect(said.status).toBe(code === null ? 0 : 1)
  if (code !== null) expect(said.lines[0]).toContain(`FAIL  ${code}: `)
})

const served = vectors.filter(({ server }) => server)
test.each(served)('beside the log that the server has today: $lie', async ({ receipt, server = {}, expect: code }) => {
  const file = join(folder, 'served.json')
  writeFileSync(file, JSON.stringify(receipt))
  const listening = createServer((request, response) => {
    const answer = server[request.url?.replace(/^[/]api/, '') ?? '']
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const [fromPython, fromNode] = await Promise.all([python(file, '--server', origin), node(file, '--server', origin)])
  await new Promise((resolve) => listening.close(resolve))
  const status = code === null ? 0 : code === 'restored' ? 3 : 1
  expect([fromPython.status, fromNode.status]).toEqual([status, status])
  const said = fromNode.lines.flatMap((line) => /^(?:FAIL|VOID) {2}([a-z_]+): /.exec(line)?.[1] ?? [])
  expect(fromPython.lines).toEqual([[...new Set(said)].sort().join(' ') || 'holds'])
  expect(said).toEqual(code === null ? [] : expect.arrayContaining([code]))
  if (code === 'restored') expect(said).toEqual(['restored'])
})

/** Every value of a receipt changed, dropped, doubled and given another type, one at a time. */
function mutationsOf(value: unknown): { path: string; value: unknown }[] {
  const found: { path: string; value: unknown }[] = []
  const variants = (each: unknown): unknown[] => {
    if (each === null) return [0, '', '-', [], {}]
    if (typeof each === 'number')
      return [each + 1, -each - 1, each + 0.5, String(each), null, [each], true, each * 2 + 1]
    if (typeof each === 'string') {
      const turned = /[0-9]/.test(each)
        ? each.replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10))
        : `${each}x`
      return [
        turned,
        '',
        `${each}${each}`,
        ` ${each}`,
        `${each}\n`,
        each.toUpperCase(),
        Number(each),
        null,
        [each],
        { each },
      ].filter((variant) => variant !== each)
    }
    return Array.isArray(each) ? [null, {}, 'x', 0] : [null, [], 'x', 0, { ...each, more: 1 }]
  }
  const walk = (node: unknown, path: string, put: (replaced: unknown) => unknown) => {
    for (const variant of variants(node)) found.push({ path, value: put(variant) })
    if (Array.isArray(node)) {
      node.forEach((each, index) => {
        const before = node.slice(0, index)
        const after = node.slice(index + 1)
        found.push({ path: `${path}[${index}] dropped`, value: put([...before, ...after]) })
        found.push({ path: `${path}[${index}] doubled`, value: put([...before, each, each, ...after]) })
        walk(each, `${path}[${index}]`, (replaced) => put([...before, replaced, ...after]))
      })
    } else if (typeof node === 'object' && node !== null) {
      for (const [key, each] of Object.entries(node)) {
        const { [key]: _, ...rest } = node as Record<string, unknown>
        found.push({ path: `${path}.${key} dropped`, value: put(rest) })
        walk(each, `${path}.${key}`, (replaced) => put({ ...node, [key]: replaced }))
      }
    }
  }
  walk(value, '', (replaced) => replaced)
  return found
}

/** What throws has not accepted anything, but a verifier has to answer: that counts as accepted here. */
const accepts = (codesOf: (receipt: unknown) => string[], receipt: unknown): boolean => {
  try {
    return codesOf(receipt).length === 0
  } catch {
    return true
  }
}

const mutated = ['honest-gap', 'honest-no-entry'].map((name) => ({
  name,
  mutations: mutationsOf(vectors.find((each) => each.name === name)?.receipt),
}))
const changes = mutated.reduce((sum, { mutations }) => sum + mutations.length, 0)
const forgeries = vectors.filter(({ expect: code }) => code !== null && code !== 'restored').length
const COUNTS = `${vectors.length} vectors (${vectors.length - forgeries} hold, ${forgeries} are forgeries) and ${changes} changes of a field`

test(`docs/PROOF.md says how many there are: ${COUNTS}`, () => {
  const page = readFileSync(join(__dirname, '../../docs/PROOF.md'), 'utf8').replace(/\s+/g, ' ')
  expect(page.includes(COUNTS)).toBe(true)
})

let acceptedChanges = 0
afterAll(() => process.stdout.write(`proof: ${COUNTS}; of the changes ${acceptedChanges} were accepted\n`))

test.each(mutated)(
  'of $mutations.length single changes of $name none is accepted by any of the three',
  async ({ mutations }) => {
    expect(mutations.length).toBeGreaterThan(900)
    const python = await byPython(mutations.map(({ value }) => value ?? null))
    const accepted = mutations.filter(
      ({ value }, index) => accepts(byApp, value) || accepts(byScript, value) || (python[index] ?? []).length === 0,
    )
    acceptedChanges += accepted.length
    expect(accepted.map(({ path }) => path)).toEqual([])
  },
  240_000,
)

test('a file that writes a field twice, or no file at all, is not taken', async () => {
  const file = join(folder, 'twice.json')
  const receipt = JSON.stringify(vectors.find(({ expect: lie, witnesses }) => lie === null && !witnesses)?.receipt)
  // The true stake comes last: whoever takes the first reads another one.
  for (const [text, status] of [
    [receipt, 0],
    [receipt.replace('"stake":', '"stake":"9","stake":'), 2],
  ] as const) {
    writeFileSync(file, text)
    expect([(await python(file)).status, (await node(file)).status]).toEqual([status, status])
  }
  expect((await python(join(folder, 'missing.json'))).status).toBe(2)
  expect((await python()).status).toBe(2)
})

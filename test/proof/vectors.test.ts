import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DIRECTIONS } from '../../contract/orders'
import type { ReceiptOrder } from '../../contract/proof'
import { keyIdOf } from '../../proof/notes'
import { askText } from '../../proof/texts'
import { findingsOf, readPlainJson as readByScript } from '../../scripts/verify-receipt.mjs'
import { ORIGIN, START, TERMS } from './forge'
import { DEVICE, keptOf, keysOf } from './forgeKeys'
import { SIGNERS } from './forgeSigned'
import { countOf, type Mutation, mutationsOf } from './mutations'
import { allSigners, isBeside, textOf, vectorFiles, vectorNamed, vectors } from './readVectors'
import { node, python, startScripts } from './scripts'
import { makeVectors } from './vectorCases'
import type { Vector } from './vectorKit'

/**
 * Published vectors: true receipts, and forgeries that are signed with the house's own key. The two scripts, of which one is
 * made of the app's code and one written apart, have to name the same codes for each of them; vectorsByApp.test.ts checks the app.
 */
const folder = mkdtempSync(join(tmpdir(), 'fairtick-vectors-'))
function fileOf(name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}

const scripts = startScripts()
afterAll(scripts.stop)
const { both } = scripts
/** Both scripts as a user runs them. */
const bothAlone = (...args: readonly string[]) => Promise.all([node(...args), python(...args)])

const byNode = async (text: string): Promise<string[]> =>
  [...new Set((await findingsOf(readByScript(text), allSigners)).map(([code]) => code))].sort()
async function byPython(texts: readonly string[]): Promise<string[][]> {
  const { lines } = await python(
    '--lines',
    fileOf('receipts.jsonl', texts.map((text) => `${text}\n`).join('')),
    ...allSigners.flatMap((text) => ['--signers', text]),
  )
  return lines.map((line) => (line.startsWith('holds') ? [] : line.split(' ')))
}

test('the vectors are those that the generator makes', async () => {
  expect(vectorFiles).toEqual(await makeVectors())
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
})

test('both scripts name every lie alike, and take every receipt that holds', async () => {
  const fromPython = await byPython(vectors.map(textOf))
  for (const [index, vector] of vectors.entries()) {
    const { name, expect: code } = vector
    const [script, other] = [await byNode(textOf(vector)), fromPython[index]]
    expect({ name, python: other }).toEqual({ name, python: script })
    const holds = code === null || isBeside(vector)
    expect({ name, script }).toEqual({ name, script: holds ? [] : expect.arrayContaining([code]) })
  }
  expect(vectors.length).toBeGreaterThan(200)
})

/** Without one, the implementations would agree on a result because nobody asks them. */
test.each(DIRECTIONS)('an order %s that won and one that lost hold, on ticks and on signed prices', (direction) => {
  const found = vectors.flatMap(({ expect: code, receipt }) => {
    const { order } = receipt as { order: ReceiptOrder }
    const prices = 'updates' in (receipt as object) ? 'signed' : 'ticks'
    return code === null && order?.direction === direction ? [`${order.status}, ${prices}`] : []
  })
  expect(found).toEqual(expect.arrayContaining(['won, ticks', 'lost, ticks', 'won, signed', 'lost, signed']))
})

/** The server of a vector while `during` runs. */
async function served<T>(answers: Record<string, unknown>, during: (origin: string) => Promise<T>): Promise<T> {
  const listening = createServer((request, response) => {
    const answer = answers[decodeURI(request.url ?? '').replace(/^[/]api/, '')]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const said = await during(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`)
  await new Promise((resolve) => listening.close(resolve))
  return said
}

/** The verdict of both scripts on a vector with all that belongs to it. */
async function saidOf(vector: Vector, run = both) {
  const { receipt, acceptance, checkpoints, refusal, witnesses, server, signers } = vector
  const format = 'fairtick-evidence-2'
  const file = fileOf(
    'receipt.json',
    checkpoints ? { format, receipt, acceptance, checkpoints, refusal } : textOf(vector),
  )
  const args = [
    file,
    ...(acceptance && !checkpoints ? ['--acceptance', fileOf('acceptance.json', acceptance)] : []),
    ...(witnesses?.keys.flatMap((key) => ['--witness', key]) ?? []),
    ...(signers ? ['--signers', signers] : []),
    ...(witnesses ? ['--needed', String(witnesses.needed)] : []),
  ]
  return server ? served(server, (origin) => run(...args, '--server', origin)) : run(...args)
}

const hasUpdates = ({ receipt }: Vector) => ((receipt as { updates?: unknown[] }).updates ?? []).length > 0

const ALONE = ['honest-won', 'signed-won', 'signed-no-entry', 'signed-logged-late']
const beside = vectors.filter((vector) => isBeside(vector) || vector.slow !== undefined || ALONE.includes(vector.name))
test.each(beside)('$name: $lie', async (vector) => {
  const { expect: code, tied = false, slow = false } = vector
  const [fromNode, fromPython] = await saidOf(vector)
  const status = code === null ? (slow ? 4 : 0) : code === 'restored' ? 3 : 1
  expect([fromPython.status, fromNode.status]).toEqual([status, status])
  const codes = fromNode.lines.flatMap((line) => /^(?:FAIL|VOID) {2}([a-z_]+): /.exec(line)?.[1] ?? [])
  expect(fromPython.lines.at(-1)).toBe(
    [...new Set(codes)].sort().join(' ') || (slow ? 'holds, not fixed in time' : 'holds'),
  )
  const late = 'holds, but its prices were not fixed in time: '
  if (code === null) expect(fromNode.lines.at(-1)?.includes(late)).toBe(slow)
  expect(codes).toEqual(code === null ? [] : expect.arrayContaining([code]))
  if (code === 'restored') expect(codes).toEqual(['restored'])
  const said = [
    ...(tied ? [] : ['not tied in time']),
    ...(slow ? ['not fixed in time'] : []),
    ...(hasUpdates(vector) ? ['not independent'] : []),
  ]
  const notes = code === null ? said : []
  for (const { lines } of [fromNode, fromPython])
    expect(lines.flatMap((line) => /^NOTE +([a-z ]+): /.exec(line)?.[1] ?? [])).toEqual(notes)
})

/** One of each exit code of a receipt, and of each way to ask beyond the file. */
const RUN_ALONE = ['tied', 'kept-forged', 'evidence-of-a-fork', 'server-restored', 'slow-heads']
test('run alone, both scripts say what they say one run after the other', async () => {
  const statuses = new Set<number>()
  for (const name of RUN_ALONE) {
    const vector = vectorNamed(name)
    const alone = await saidOf(vector, bothAlone)
    expect({ name, said: await saidOf(vector) }).toEqual({ name, said: alone })
    for (const { status } of alone) statuses.add(status)
  }
  const file = fileOf('alone.json', honest)
  for (const args of [
    ['--help'],
    [file, '--needed', '1'],
    [file, '--acceptance', 'missing.json'],
    [file, '--signers='],
  ])
    expect(await both(...args)).toEqual(await bothAlone(...args))
  expect([...statuses].sort()).toEqual([0, 1, 3, 4])
})

test('evidence of an order without a receipt says what the house has signed, and nothing for a changed acceptance', async () => {
  const { acceptance } = vectorNamed('evidence')
  const { terms } = acceptance as { terms: { number: string; stake: string } }
  const said = (kept: unknown) => {
    const file = fileOf('none.json', {
      format: 'fairtick-evidence-2',
      receipt: null,
      acceptance: kept,
      checkpoints: [],
    })
    return both(file)
  }
  const [fromNode, fromPython] = await said(acceptance)
  expect([fromNode.status, fromPython.status, fromPython.lines.at(-1)]).toEqual([1, 1, 'no_receipt'])
  expect(fromNode.lines).toEqual([expect.stringMatching(`^FAIL {2}no_receipt: .* ${terms.number} was accepted at `)])
  for (const kept of [null, { ...acceptance, terms: { ...terms, stake: '1' } }]) {
    const [changed, alike] = await said(kept)
    expect([changed.lines[0]?.slice(0, 14), alike.lines.at(-1)]).toEqual(['FAIL  format: ', 'format'])
  }
})

test('an ask that was left with witnesses and never answered is named, if device and witnesses have signed it', async () => {
  const ask = askText(ORIGIN, TERMS)
  const hash = createHash('sha256').update(ask).digest('hex')
  const [one, two] = [keysOf(21), keysOf(22)]
  const seen = (at = START, by = one, signed = hash) => {
    const key = Buffer.from(`04${by.publicKey}`, 'hex').toString('base64')
    const witness = `w.example/w+${keyIdOf('w.example/w', '04', by.publicKey)}+${key}`
    return { witness, at, signature: by.sign(`left|1|${signed}|${at}`) }
  }
  const left = { ask, signature: TERMS.deviceSignature, seenBy: [seen(), seen(START + 900, two)] }
  const said = async (changes: Partial<typeof left>, more = {}) => {
    const evidence = { format: 'fairtick-evidence-2', receipt: null, acceptance: null, checkpoints: [], ...more }
    const [fromNode, fromPython] = await both(fileOf('left.json', { ...evidence, left: { ...left, ...changes } }))
    const code = /^FAIL {2}([a-z_]+): /.exec(fromNode.lines[0] ?? '')?.[1]
    expect([fromPython.lines.at(-1), fromPython.status]).toEqual([code, fromNode.status])
    return { code, line: fromNode.lines[0] }
  }
  const { code, line } = await said({})
  expect(code).toBe('no_answer')
  expect(line).toContain(TERMS.id)
  expect(line).toContain('w.example/w')
  expect(await said({ signature: DEVICE.sign('another') })).toMatchObject({ code: 'format' })
  expect(await said({ ask: ask.replace('|up|', '|down|') })).toMatchObject({ code: 'format' })
  expect(await said({ seenBy: [seen(), seen(START, two, '11'.repeat(32))] })).toMatchObject({ code: 'format' })
  expect(await said({ seenBy: [{ ...seen(), at: START + 1 }] })).toMatchObject({ code: 'format' })
  expect(await said({ seenBy: [] })).toMatchObject({ code: 'format' })
  // The house has answered after all.
  expect(await said({}, { acceptance: keptOf(TERMS) })).toMatchObject({ code: 'no_receipt' })
})

test('two checkpoints without a receipt: a log that is forked is named, by the key that signed both', async () => {
  const { checkpoints = [], receipt } = vectorNamed('evidence-of-two-logs')
  const { publicKey: key } = receipt as { publicKey: string }
  const names = checkpoints.map(({ text }, index) => fileOf(`checkpoint-${index}`, text))
  const [one = '', other = ''] = names
  const pair = ['--checkpoint', one, '--checkpoint', other]
  const format = 'fairtick-evidence-2'
  const asEvidence = fileOf('forked.json', { format, receipt: null, acceptance: null, checkpoints })
  const say = async (...args: string[]) => {
    const [fromNode, fromPython] = await both(...args)
    const code = /^FAIL {2}([a-z_]+): /.exec(fromNode.lines[0] ?? '')?.[1] ?? 'holds'
    const isAlike = fromPython.status === fromNode.status && (fromNode.status === 2 || fromPython.lines[0] === code)
    return { isAlike, status: fromNode.status, code, line: fromNode.lines[0], error: fromNode.error + fromPython.error }
  }
  for (const args of [pair, [asEvidence]]) {
    expect(await say(...args, '--key', key)).toMatchObject({
      isAlike: true,
      status: 1,
      code: 'forked',
      line: expect.stringMatching(/two logs of 3 heads.* Show both checkpoints to the witnesses and monitors/),
    })
    expect(await say(...args)).toMatchObject({
      isAlike: true,
      status: 2,
      error: expect.stringMatching(/--key.*--key/s),
    })
    const stranger = await say(...args, '--key', '11'.repeat(32))
    expect(stranger).toMatchObject({ isAlike: true, status: 1, code: 'checkpoint' })
  }
  expect(await say('--checkpoint', one, '--checkpoint', one, '--key', key)).toMatchObject({ isAlike: true, status: 0 })
  const { checkpoints: [, later] = [], server = {} } = vectorNamed('evidence')
  const longer = ['--checkpoint', other, '--checkpoint', fileOf('checkpoint-later', later?.text), '--key', key]
  expect(await say(...longer)).toMatchObject({ isAlike: true, status: 2 })
  const [consistent] = Object.entries(server).filter(([path]) => path.startsWith('/proof/consistency?from=3&'))
  const answers = { '/proof/consistency?from=3&to=8': consistent?.[1] }
  const said = await served(answers, (origin) => say(...longer, '--server', origin))
  expect(said).toMatchObject({ isAlike: true, status: 1, code: 'heads_rewritten' })
})

/** All of them with MUTATIONS=all; a sample otherwise. */
const STEP = process.env.MUTATIONS === 'all' ? 1 : 13
const mutated = ['honest-won', 'honest-no-entry', 'honest-long', 'signed-won', 'signed-no-entry'].map(vectorNamed)

test.each(mutated)(
  'the single changes of $name are refused by both scripts, under the same codes',
  async ({ receipt }) => {
    let batch: Mutation[] = []
    const wrong: unknown[] = []
    const check = async () => {
      const fromPython = await byPython(batch.map(({ text }) => text))
      expect(fromPython.length).toBe(batch.length)
      for (const [index, { path, text }] of batch.entries()) {
        const [script, python = []] = [await byNode(text), fromPython[index]]
        if (script.length === 0 || script.join() !== python.join()) wrong.push({ path, script, python })
      }
      batch = []
    }
    for (const mutation of mutationsOf(receipt, STEP)) {
      batch.push(mutation)
      if (batch.length === 500) await check()
    }
    await check()
    expect(wrong).toEqual([])
  },
)

const changes = mutated.reduce((sum, { receipt }) => sum + countOf(receipt), 0)
const forgeries = vectors.filter(({ expect: code }) => code !== null && code !== 'restored').length
const COUNTS = `${vectors.length} vectors (${vectors.length - forgeries} hold, ${forgeries} are forgeries) and ${changes} changes of a field`
test(`docs/PROOF_DESIGN.md says how many there are: ${COUNTS}`, () => {
  const page = readFileSync(join(__dirname, '../../docs/PROOF_DESIGN.md'), 'utf8').replace(/\s+/g, ' ')
  expect(page.includes(COUNTS)).toBe(true)
})

test('docs/PROOF_WAYS.md has every forgery in one row, under its code', () => {
  const [, section = ''] = readFileSync(join(__dirname, '../../docs/PROOF_WAYS.md'), 'utf8').split(
    '# Forged receipts\n',
  )
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('| '))
  const classes = rows.map((row) => {
    const [, , codes = '', , , names = ''] = row.split('|').map((cell) => cell.trim())
    const patterns = names.split(' ').map((name) => new RegExp(`^${name.replace('*', '.*')}$`))
    return { codes: codes.split(', '), patterns }
  })
  const lies = vectors.filter(({ expect: code }) => code !== null && code !== 'restored')
  for (const { name, expect: code } of lies) {
    const found = classes.filter(({ patterns }) => patterns.some((pattern) => pattern.test(name)))
    expect({ name, codes: found.map(({ codes }) => codes) }).toEqual({
      name,
      codes: [expect.arrayContaining([`\`${code}\``])],
    })
  }
  const idle = classes.flatMap(({ patterns }) => patterns).filter((each) => !lies.some(({ name }) => each.test(name)))
  expect(idle).toEqual([])
})

const honest = textOf(mutated[0] as Vector)
test('a file that is broken, and one of another format, are told apart', async () => {
  const [broken, older] = [honest.replace('"stake":', '"steak":'), honest.replace('receipt-8', 'receipt-7')].map(
    (text, index) => fileOf(`format-${index}.json`, text),
  ) as [string, string]
  for (const [file, sentence] of [
    [broken, /not a whole receipt.*Save it anew/],
    [older, /fairtick-receipt-7.*take the script of that version/],
  ] as const) {
    const [fromNode, fromPython] = await both(file)
    expect([fromNode.status, fromPython.status, fromPython.lines]).toEqual([1, 1, ['format']])
    expect(fromNode.lines.join()).toMatch(sentence)
    expect(fromPython.error).toMatch(sentence)
  }
})

const WITNESS = vectorNamed('witnessed').witnesses?.keys[0] ?? ''
/** Options that are not exactly what they should be: each is refused, and nothing is checked. */
const WRONG: readonly (readonly string[])[] = [
  ['--acceptence', 'x'],
  ['--witnesses', WITNESS],
  ['--need', '1'],
  ['--unknown'],
  ['--acceptance'],
  ['--server'],
  ['--witness'],
  ['--needed'],
  ['--key'],
  ['--signers'],
  ...['acceptance', 'server', 'witness', 'needed', 'key', 'signers'].map((name) => [`--${name}`, '']),
  ...['none', '0', '-1', '1.5', '1e1', '01', ' 1', '0x1'].map((needed) => ['--witness', WITNESS, '--needed', needed]),
  ['--checkpoint', 'x'],
  ['--checkpoint'],
  ['--needed', '1'],
  ['stray'],
  [''],
  ['--server', 'host'],
  ['--key', 'abc'],
  ['--key', 'A'.repeat(64)],
  ['--witness', 'x'],
  ['--witness', WITNESS.replace(/[+][0-9a-f]{8}[+]/, '+00000000+')],
  ['--signers', 'signers|1|x'],
  ['--signers', SIGNERS.replace('|3|', '|6|')],
  ['--needed', '1', '--needed', '1', '--witness', WITNESS],
  ['--witness', WITNESS.replace('one.', 'two.')],
]
test.each(WRONG)('options %j are refused in a sentence', async (...options) => {
  const file = fileOf('options.json', honest)
  for (const { status, lines, error } of await both(file, ...options)) {
    expect({ status, lines }).toEqual({ status: 2, lines: [] })
    expect(error.trim()).toMatch(/^[-A-Z].{10,}$/)
  }
})

test('what cannot be read at all is neither a lie nor a receipt', async () => {
  const none = join(folder, 'missing.json')
  for (const args of [[], [none], [fileOf('text.json', 'receipt')], ['--lines', fileOf('empty.jsonl', '')]])
    expect((await python(...args)).status).toBe(2)
  for (const args of [[], [none], [fileOf('text.json', 'receipt')]]) expect((await node(...args)).status).toBe(2)
})

import { execFile } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Acceptance, AcceptedOrder, ProofPolicy, Receipt } from '../../contract/proof'
import { checkReceipt, termsProblems } from '../../proof/receipt'
import { createAcceptancesSweep } from '../../server/src/auditor/acceptancesSweep'
import { createDeps } from '../../server/src/deps'
import { buildProgram } from '../../server/src/ops/program'
import { handOver } from '../../server/src/signedLogs/keys'
import { readProofKeys } from '../../server/src/signedLogs/settings'
import { createSigner } from '../../server/src/signedLogs/signer'
import type { TestUser } from '../../server/test/app'
import { createTradingFloor, type TradingFloor } from '../../server/test/tradingFloor'

const SCRIPTS = join(__dirname, '../../scripts')
const folder = mkdtempSync(join(tmpdir(), 'fairtick-keys-'))
const [oldKey, newKey] = [0, 1].map(() => generateKeyPairSync('ed25519').privateKey) as [KeyObject, KeyObject]
const hexOf = (key: KeyObject) => createSigner(key).publicKey.toString('hex')

let floor: TradingFloor
let user: TestUser
beforeAll(async () => {
  floor = await createTradingFloor({ config: { proofKeys: [newKey, oldKey] } })
  user = await floor.registerUser()
})
afterAll(async () => {
  await floor.close()
  rmSync(folder, { recursive: true })
})

/** A process that has nothing in memory, with these keys. */
const freshWith = (...proofKeys: KeyObject[]) => {
  const { config, log, database, clock } = floor.deps
  return createDeps({ config: { ...config, proofKeys }, log, database, clock })
}

async function ops(deps: ReturnType<typeof freshWith>, ...words: string[]): Promise<Record<string, string>> {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  // As `ops` does it: a process that has the account of staff only.
  const staffDeps = createDeps({
    config: deps.config,
    log: deps.log,
    clock: deps.clock,
    database: floor.staffDeps.database,
  })
  const program = buildProgram({
    withDeps: (work) => work(staffDeps, staffDeps.database),
    currency: { code: 'USD', scale: 2 },
    write,
  })
  await program.parseAsync([...words, '--json'], { from: 'user' })
  return JSON.parse(output)
}

const changeKey = (deps: ReturnType<typeof freshWith>) =>
  ops(deps, 'proof', 'change-key', '--actor', 'ada', '--reason', 'yearly change')

async function receiptFrom(deps: ReturnType<typeof freshWith>, id: string): Promise<Receipt> {
  const answer = await deps.proof.receipt(user.id, id)
  if (!answer.ok) throw new Error(answer.error.code)
  if (answer.value.format !== 'fairtick-receipt-8') throw new Error('ticks decide this order')
  return answer.value
}

function run(program: string, args: string[]): Promise<{ status: number; stdout: string }> {
  return new Promise((resolve) => {
    execFile(program, args, (error, stdout) => resolve({ status: error ? Number(error.code) : 0, stdout }))
  })
}

/** The verdict of the app, the script and the Python verifier on a receipt and of the acceptance that was kept. */
async function verdicts(receipt: unknown, kept: Acceptance, pin: string) {
  const [file, acceptance] = [join(folder, 'receipt.json'), join(folder, 'acceptance.json')]
  writeFileSync(file, JSON.stringify(receipt))
  writeFileSync(acceptance, JSON.stringify(kept))
  const script = await run(process.execPath, [
    join(SCRIPTS, 'verify-receipt.mjs'),
    file,
    '--acceptance',
    acceptance,
    '--key',
    pin,
  ])
  const python = await run('python3', [
    join(SCRIPTS, 'verify_receipt.py'),
    file,
    '--acceptance',
    acceptance,
    '--key',
    pin,
  ])
  const { problems } = checkReceipt(receipt)
  return {
    app: [...problems, ...(problems.length === 0 ? termsProblems(kept, receipt as Receipt) : [])],
    script: script.status,
    python: python.status,
    says: script.stdout + python.stdout,
  }
}
const HOLDS = { app: [], script: 0, python: 0, says: expect.not.stringContaining('FAIL') }

interface Played {
  id: string
  kept: Acceptance
}

/** An order that is placed, and then won unless `hold` comes between. */
async function play(placed: (id: string) => Promise<void> = async () => undefined): Promise<Played> {
  const body = floor.body()
  await floor.clock.advance(10)
  await floor.win(user, body, () => placed(body.id), floor.pass)
  const answer = await floor.call(user, 'GET', `/orders/${body.id}`)
  return { id: body.id, kept: answer.json<AcceptedOrder>().acceptance }
}

test('receipts from before, across and after a change of the key hold in every verifier, in processes of either key', async () => {
  const [oldHex, newHex] = [hexOf(oldKey), hexOf(newKey)]
  const before = await play()
  const saved = await receiptFrom(freshWith(oldKey), before.id)
  expect(saved).toMatchObject({ publicKey: oldHex, keys: [] })

  // Both keys are held: the old one keeps signing until the change is made.
  const both = freshWith(newKey, oldKey)
  expect((await both.proof.policy()).publicKey).toBe(oldHex)
  let keptAcross: Acceptance | undefined
  const across = await play(async (id) => {
    keptAcross = (await floor.call(user, 'GET', `/orders/${id}`)).json().acceptance
    expect(await changeKey(both)).toMatchObject({ from: oldHex, to: newHex })
  })
  const policy: ProofPolicy = await both.proof.policy()
  expect(policy).toMatchObject({ publicKey: newHex, keys: [{ from: oldHex, to: newHex }] })
  // Nodes that hold one key only: the old one cannot sign any more, the new one signs all.
  await expect(freshWith(oldKey).proof.policy()).rejects.toThrow('PROOF_KEY lacks')
  const fresh = freshWith(newKey)
  await floor.clock.advance(2_000)
  const after = await play()

  expect(keptAcross?.publicKey).toBe(oldHex)
  for (const [{ id }, kept] of [
    [before, before.kept],
    [across, keptAcross ?? across.kept],
    [after, after.kept],
  ] as const) {
    for (const deps of [both, fresh]) {
      const receipt = await receiptFrom(deps, id)
      expect(receipt).toMatchObject({ publicKey: newHex, keys: [{ from: oldHex, to: newHex }] })
      for (const pin of [oldHex, newHex]) expect(await verdicts(receipt, kept, pin)).toEqual(HOLDS)
    }
  }
  // A receipt saved under the old key stays valid, and the old key is still the one that it names.
  expect(await verdicts(saved, before.kept, oldHex)).toEqual(HOLDS)
  // As long as the old key is held, whoever knows the log by that finds its line.
  const lines = (await both.proof.checkpoint()).trimEnd().split('\n\n')[1]?.split('\n')
  expect(lines).toHaveLength(2)
  expect((await fresh.proof.checkpoint()).trimEnd().split('\n\n')[1]?.split('\n')).toHaveLength(1)

  const honest = await receiptFrom(fresh, after.id)
  const [change] = honest.keys
  for (const lie of [
    { ...change, oldSignature: change?.newSignature },
    { ...change, newSignature: change?.oldSignature },
    { ...change, at: 1 },
  ]) {
    const { app, script, python } = await verdicts({ ...honest, keys: [lie] }, after.kept, newHex)
    expect([app[0], script, python]).toEqual([{ kind: 'keys' }, 1, 1])
  }
})

test('the keys of the log are published at a well-known address', async () => {
  const published = await floor.inject({ url: '/.well-known/fairtick-log.json' })
  expect(published.headers['cache-control']).toBe('public, max-age=60')
  expect(published.json()).toEqual((await floor.inject({ url: '/api/proof/policy' })).json())
  expect(published.json()).toMatchObject({ publicKey: hexOf(newKey), keys: [{ from: hexOf(oldKey) }], needed: 0 })
  const shown = await ops(floor.deps, 'proof', 'keys')
  expect(shown).toMatchObject({ log: published.json().log, before: hexOf(oldKey) })
})

test('a change needs a newer key and the one that signs now', async () => {
  const third = generateKeyPairSync('ed25519').privateKey
  await expect(changeKey(freshWith(newKey, oldKey))).rejects.toThrow('no newer key')
  await expect(changeKey(freshWith(third, oldKey))).rejects.toThrow('lacks the key that signs now')
  await expect(changeKey(freshWith(oldKey, newKey))).rejects.toThrow('was the key of the log before')
})

test('a reserve takes over by a change that was prepared, when the key that signs is lost', async () => {
  const [reserve, other] = [0, 1].map(() => generateKeyPairSync('ed25519').privateKey) as [KeyObject, KeyObject]
  const by = ['--actor', 'ada', '--reason', 'in the safe'] as const
  const file = join(folder, 'reserve.json')
  await expect(ops(freshWith(newKey), 'proof', 'prepare-change', '--to', file, ...by)).rejects.toThrow('no newer key')
  const made = await ops(freshWith(reserve, newKey), 'proof', 'prepare-change', '--to', file, ...by)
  expect(made).toMatchObject({ from: hexOf(newKey), to: hexOf(reserve) })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const kept = await play()
  // Nothing has changed by that.
  expect((await freshWith(reserve, newKey).proof.policy()).publicKey).toBe(hexOf(newKey))

  const left = freshWith(reserve)
  await expect(left.proof.policy()).rejects.toThrow('PROOF_KEY lacks')
  await expect(changeKey(left)).rejects.toThrow('lacks the key that signs now')
  const take = (deps: ReturnType<typeof freshWith>, from = file) =>
    ops(deps, 'proof', 'change-key', '--prepared', from, ...by)
  const change = JSON.parse(readFileSync(file, 'utf8'))
  const forged = join(folder, 'forged.json')
  for (const lie of [{ at: 1 }, { from: hexOf(other) }, { oldSignature: change.newSignature }, { more: 1 }]) {
    writeFileSync(forged, JSON.stringify({ ...change, ...lie }))
    await expect(take(left, forged)).rejects.toThrow(/was not prepared for|holds no prepared change/)
  }
  await expect(take(freshWith(other))).rejects.toThrow('was not prepared for')
  expect(await take(left)).toMatchObject({ from: hexOf(newKey), to: hexOf(reserve) })
  await expect(take(freshWith(reserve))).rejects.toThrow('was not prepared for')

  // Receipts of before hold in every verifier, by whichever key one knows the log; the auditor finds nothing.
  const after = freshWith(reserve)
  const receipt = await receiptFrom(after, kept.id)
  expect(receipt.publicKey).toBe(hexOf(reserve))
  for (const key of [oldKey, newKey, reserve]) expect(await verdicts(receipt, kept.kept, hexOf(key))).toEqual(HOLDS)
  const sweep = createAcceptancesSweep(after.keyring)
  expect(await sweep.find(after.database, 0n, await sweep.last(after.database))).toEqual([])
})

test('the key is changed sixteen times at most, as a receipt has every change and verifiers read no more', async () => {
  let key = newKey
  const fresh = await createTradingFloor({ config: { proofKeys: [key] } })
  const change = (...keys: KeyObject[]) =>
    fresh.database.withTransaction((tx) => handOver(tx, keys.map(createSigner), fresh.clock.now()))
  for (let times = 0; times < 16; times++) {
    const next = generateKeyPairSync('ed25519').privateKey
    expect(await change(next, key)).toMatchObject({ from: hexOf(key), to: hexOf(next) })
    key = next
  }
  expect(await change(generateKeyPairSync('ed25519').privateKey, key)).toMatch(/changed 16 times/)
  await fresh.close()
})

test('PROOF_KEY takes several keys, as PEM or as base64, the newest first', () => {
  const pem = (key: KeyObject) => String(key.export({ format: 'pem', type: 'pkcs8' }))
  const base64 = (key: KeyObject) => key.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  for (const text of [pem(newKey) + pem(oldKey), `${base64(newKey)}, ${base64(oldKey)}`])
    expect(readProofKeys({ PROOF_KEY: text }).map(hexOf)).toEqual([hexOf(newKey), hexOf(oldKey)])
  expect(readProofKeys({})).toEqual([])
  expect(() => readProofKeys({ PROOF_KEY: `${base64(newKey)},x` })).toThrow('PROOF_KEY must be')
})

import { type ChildProcess, execFileSync } from 'node:child_process'
import { generateKeyPairSync, verify } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AcceptedOrder, Receipt } from '../../../contract/proof'
import { checkReceipt } from '../../../proof/receipt'
import { until } from '../../../test/support/until'
import type { TestUser } from '../../test/app'
import { spawnServer } from '../../test/serverProcess'
import { createTradingFloor, type TradingFloor } from '../../test/tradingFloor'
import { systemClock } from '../shared/clock'
import { createLog } from '../shared/log'
import { createRemoteKeys } from './remoteSigner'
import { openSignedStates } from './signedStates'
import { createSigner, type KeyHolder } from './signer'
import { createGuard, startSignerServer } from './signerServer'
import { acceptanceText } from './texts'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-signer-'))
const path = join(folder, 'signer.sock')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const publicHex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
const ORIGIN = 'localhost/api/log'
const silent = createLog('silent')

/** The signer as a deployment runs it: a process that is given the key and nothing else. */
async function startSigner(): Promise<ChildProcess> {
  const child = spawnServer({
    ROLES: 'signer',
    SIGNER_URL: `unix:${path}`,
    PROOF_KEY: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    LOG_LEVEL: 'silent',
    DATA_DIR: join(folder, 'signer'),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(output)
    return output.includes(`ready: ${path}`)
  }
  await until('the signer listens', isReady)
  return child
}

const isSigned = ({ acceptance }: AcceptedOrder) =>
  verify(null, Buffer.from(acceptanceText(acceptance.terms)), publicKey, Buffer.from(acceptance.signature, 'hex'))

describe('a node without the key', () => {
  let floor: TradingFloor
  let user: TestUser
  let signer: ChildProcess

  beforeAll(async () => {
    signer = await startSigner()
    floor = await createTradingFloor({ config: { proofKeys: [], signer: { path } } })
    user = await floor.registerUser()
  })
  afterAll(async () => {
    signer.kill('SIGKILL')
    await floor.close()
  })

  const order = async (id: string) => (await floor.call(user, 'GET', `/orders/${id}`)).json<AcceptedOrder>()

  test('gives acceptances and receipts that hold, and has no key of its own', async () => {
    const body = floor.body()
    await floor.win(user, body)
    const accepted = await order(body.id)
    expect(isSigned(accepted)).toBe(true)
    expect(accepted.acceptance.publicKey).toBe(publicHex)
    const answer = await floor.call(user, 'GET', `/orders/${body.id}/receipt`)
    expect(checkReceipt(answer.json<Receipt>()).problems).toEqual([])
    expect(answer.json<Receipt>().publicKey).toBe(publicHex)
    expect(existsSync(join(floor.deps.config.dataDir, 'proof-key.pem'))).toBe(false)
  })

  test('refuses orders while the signer is away, loses none that it took, and heals', async () => {
    await floor.tick('100')
    const before = await floor.availableOf(user)
    const bodies = Array.from({ length: 20 }, () => floor.body({ stake: '1.00' }))
    const killed = bodies.map((body) => floor.place(user, body))
    signer.kill('SIGKILL')
    await Promise.all(killed)

    const refused = await until('the node has noticed', async () => {
      const answer = await floor.place(user, floor.body({ stake: '1.00' }))
      return answer.statusCode === 503 ? answer : undefined
    })
    expect(refused.json().code).toBe('unavailable')
    const placed = await floor.database.first<{ orders: bigint; stakes: bigint }>(
      'select count(*) as orders, coalesce(sum(stake), 0)::bigint as stakes from trade_order where user_id = $1 and stake = 100',
      [user.id],
    )
    const late = await floor.place(user, floor.body({ stake: '1.00' }))
    expect(late.statusCode).toBe(503)

    signer = await startSigner()
    await until('the node has noticed', async () => {
      const body = floor.body({ stake: '2.00' })
      return (await floor.place(user, body)).statusCode === 201
    })
    const repeats = await Promise.all(bodies.map((body) => floor.place(user, body)))
    expect(repeats.map(({ statusCode }) => [200, 201].includes(statusCode))).toEqual(repeats.map(() => true))
    expect(repeats.every((each) => isSigned(each.json<AcceptedOrder>()))).toBe(true)
    const all = await floor.database.first<{ orders: bigint }>(
      'select count(*) as orders from trade_order where user_id = $1 and stake = 100',
      [user.id],
    )
    // Orders committed while nobody could sign are there once, and no refused one is.
    const unsaid = (placed?.orders ?? 0n) - BigInt(repeats.filter(({ statusCode }) => statusCode === 200).length)
    expect(all?.orders).toBe(20n + unsaid)
    const stakes = Number(all?.orders ?? 0n) * 1 + 2
    expect(await floor.availableOf(user)).toBe((Number(before) - stakes).toFixed(2))
  })
})

const state = (size: number, byte: number, origin = ORIGIN) =>
  `${origin}\n${size}\n${Buffer.alloc(32, byte).toString('base64')}\n`

test('it signs orders and one history of its own log, and nothing else', () => {
  const isAllowed = createGuard(ORIGIN, openSignedStates(join(folder, 'two'), 2))
  expect([isAllowed('accept|4|any terms'), isAllowed('refuse|1|any ask')]).toEqual([true, true])
  expect(isAllowed(state(5, 1))).toBe(true)
  expect(isAllowed(state(5, 1))).toBe(true)
  expect(isAllowed(state(5, 2))).toBe(false)
  expect(isAllowed(state(6, 2))).toBe(true)
  // It remembers two sizes; what it has forgotten it does not sign again, with any root.
  expect(isAllowed(state(7, 3))).toBe(true)
  expect([isAllowed(state(5, 1)), isAllowed(state(5, 2)), isAllowed(state(8, 4))]).toEqual([false, false, true])
  for (const other of [
    state(5, 1, 'another.example/log'),
    `key|1|${'a'.repeat(64)}|${'b'.repeat(64)}|1`,
    'accept|4|one\naccept|4|two',
    `accept|4|${'x'.repeat(2_000)}`,
    state(5, 1).slice(0, -1),
    '',
  ])
    expect([other, isAllowed(other)]).toEqual([other, false])
})

test('a node that runs ahead of the log cannot have the true log refused', () => {
  let now = 0
  const isAllowed = createGuard(ORIGIN, openSignedStates(join(folder, 'ahead')), () => now)
  expect(isAllowed(state(500, 1))).toBe(true)
  let signed = 0
  for (let ahead = 1_000; ahead < 102_000; ahead++) if (isAllowed(state(ahead, 9))) signed++
  expect(signed).toBeLessThan(10_000)
  expect(isAllowed(state(Number.MAX_SAFE_INTEGER, 9))).toBe(false)
  expect([isAllowed(state(501, 2)), isAllowed(state(501, 3)), isAllowed(state(502, 4))]).toEqual([true, false, true])
  // A log of which nobody asked for a while has grown by then, and a running one saves nothing up.
  now = 10_000_000
  expect([isAllowed(state(70_000, 6)), isAllowed(state(50_000, 6)), isAllowed(state(70_000, 6))]).toEqual([
    false,
    true,
    false,
  ])
})

test('what it has signed of the log outlives it, up to a line that was cut off', () => {
  const file = join(folder, 'restarted')
  const start = (now?: number) =>
    createGuard(ORIGIN, openSignedStates(file, 3), now === undefined ? undefined : () => now)
  const first = start()
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((size) => first(state(size, size)))).toEqual(Array(9).fill(true))
  appendFileSync(file, '10 AAAA')
  const second = start()
  expect([7, 8, 9].map((size) => [second(state(size, size)), second(state(size, 0))])).toEqual(
    Array(3).fill([true, false]),
  )
  expect([second(state(6, 6)), second(state(1, 1)), second(state(100_000, 1))]).toEqual([false, false, false])
  expect([second(state(10, 1)), second(state(10, 2))]).toEqual([true, false])
  expect(start(systemClock.now() + 5 * 3_600_000)(state(90_000, 1))).toBe(true)
})

/** An authority and a certificate of it for 127.0.0.1. */
function makeTls(name: string) {
  const file = (part: string) => join(folder, `${name}-${part}.pem`)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const authority = ['-keyout', file('ca-key'), '-out', file('ca'), '-subj', `/CN=${name}`]
  openssl('req', '-x509', ...newKey, ...authority)
  const own = ['-keyout', file('key'), '-out', file('cert'), '-subj', `/CN=${name}-node`]
  const alternative = ['-addext', 'subjectAltName=IP:127.0.0.1', '-CA', file('ca'), '-CAkey', file('ca-key')]
  openssl('req', '-x509', ...newKey, ...own, ...alternative)
  const [ca = '', cert = '', key = ''] = ['ca', 'cert', 'key'].map((part) => readFileSync(file(part), 'utf8'))
  return { ca, cert, key }
}

test('over the network each has to show a certificate of the same authority', async () => {
  const [ours, theirs] = [makeTls('ours'), makeTls('theirs')]
  const holder: KeyHolder = createSigner(privateKey)
  const place = { host: '127.0.0.1', port: 28_443 + (process.pid % 1_000) }
  const stop = await startSignerServer(
    { ...place, tls: ours },
    { holders: [holder], origin: ORIGIN, dataDir: folder },
    silent,
  )
  try {
    const keys = createRemoteKeys({ ...place, tls: ours }, silent)
    const [signer] = await keys.signers()
    keys.close()
    const texts = Array.from({ length: 2_500 }, (_, at) => `accept|4|${at}`)
    const signatures = await Promise.all(texts.map((text) => signer?.sign(text)))
    expect(signatures.every((each, at) => each?.equals(holder.signNow(texts[at] ?? '')))).toBe(true)
    await expect(signer?.sign('anything')).rejects.toThrow('403')
    for (const tls of [theirs, { ...theirs, ca: ours.ca }, { ...ours, ca: theirs.ca }]) {
      const keys = createRemoteKeys({ ...place, tls }, silent)
      await expect(
        Promise.race([keys.signers(), until('it is refused', () => refusalOf(keys.ready))]),
      ).resolves.toMatch(/certificate|handshake|alert|hang up|reset|ECONN/i)
      keys.close()
    }
  } finally {
    await stop()
  }
})

function refusalOf(ready: () => void): string | undefined {
  try {
    ready()
    return undefined
  } catch (error) {
    return String(error)
  }
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

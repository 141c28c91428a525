import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AcceptedOrder, Consistency, Receipt, SignedHead } from '../../contract/proof'
import { historyProblem, type RememberedHead } from '../../proof/heads'
import { isSignedByLog, parseCheckpoint } from '../../proof/notes'
import { proofCode } from '../../proof/proofCode'
import { checkReceipt, termsProblems } from '../../proof/receipt'
import type { TestUser } from '../../server/test/app'
import { createTradingFloor, type TradingFloor } from '../../server/test/tradingFloor'

const SCRIPT = join(__dirname, '../../scripts/verify-receipt.mjs')
const folder = mkdtempSync(join(tmpdir(), 'fairtick-proof-'))

/**
 * The verdict of the auditors' script on a receipt: its exit code and lines. The server it may ask runs in this
 * process.
 */
function script(receipt: unknown, ...options: string[]): Promise<{ status: number; stdout: string }> {
  const file = join(folder, 'receipt.json')
  writeFileSync(file, JSON.stringify(receipt))
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, file, ...options], (error, stdout) => {
      resolve({ status: error ? Number(error.code) : 0, stdout })
    })
  })
}

/** The verdict of the Python verifier on it. */
function python(receipt: unknown): Promise<string> {
  const file = join(folder, 'python.json')
  writeFileSync(file, JSON.stringify(receipt))
  return new Promise((resolve) => {
    execFile('python3', [SCRIPT.replace('verify-receipt.mjs', 'verify_receipt.py'), file], (_error, stdout) =>
      resolve(stdout),
    )
  })
}

let floor: TradingFloor
let user: TestUser
let origin: string

beforeAll(async () => {
  floor = await createTradingFloor()
  user = await floor.registerUser()
  origin = await floor.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => floor.close())

/** Plays an order through ticks of `prices`, one a second after its entry tick of 100.0. */
async function play(prices: readonly string[], direction: 'up' | 'down' = 'up') {
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const body = floor.body({ direction })
  expect((await floor.place(user, body)).statusCode).toBe(201)
  await floor.enter('100.0')
  for (const price of prices) {
    await floor.pass(999)
    await floor.clock.advance(1)
    await floor.tick(price)
  }
  await floor.pass(31_000 - prices.length * 1_000)
  await floor.moveWatermark()
  await floor.settle()
  await floor.clock.advance(10)
  await floor.tick('55.5')
  return body.id
}

const receiptOf = async (id: string, headers = user.headers) =>
  floor.inject({ url: `/api/orders/${id}/receipt`, headers })

const rising = Array.from({ length: 29 }, (_, second) => (100.1 + second / 10).toFixed(1))

async function receipt(): Promise<Receipt> {
  return (await receiptOf(await play(rising))).json()
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value))
const kinds = (changed: Receipt) => checkReceipt(changed).problems.map((problem) => problem.kind)

test('a receipt holds for the app and for the script, also against the server', async () => {
  const whole = await receipt()
  expect(checkReceipt(whole)).toMatchObject({ problems: [], whole: true, verdict: { status: 'won' } })
  expect(whole.tickCount).toBe(rising.length + 2)
  expect(await script(whole, '--server', origin)).toMatchObject({ status: 0, stdout: expect.stringContaining('holds') })
  expect(await python(whole)).toMatch(/^holds$/m)
  expect((await script(whole)).stdout).toContain(`code ${proofCode(whole.order)}`)
  expect((await script(whole, '--key', '00'.repeat(32))).status).toBe(1)
})

test('placing answers with a signed acceptance; a repeat and a look give the same, and the receipt settles just those terms', async () => {
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const body = floor.body()
  const placed = (await floor.place(user, body)).json<AcceptedOrder>()
  const { terms, signature } = placed.acceptance
  expect(terms).toMatchObject({
    id: body.id,
    number: placed.number,
    symbol: 'BTCUSDT',
    source: 'test',
    direction: 'up',
    stake: '10000',
    currency: 'USD',
    scale: 2,
    payout: '17500',
    earningsRateBp: 7_500,
    durationSeconds: 30,
    rule: 3,
    acceptedAt: Date.parse(placed.acceptedAt),
    entryTimeoutMs: 5_000,
    staleAfterMs: 5_000,
    sourceLagMs: 5_000,
  })
  expect(signature).toMatch(/^[0-9a-f]{128}$/)
  expect((await floor.place(user, body)).json<AcceptedOrder>().acceptance).toEqual(placed.acceptance)
  const was = await floor.database.first<{ calendar: object }>('select calendar from product where id = $1', [
    floor.product.id,
  ])
  const closed = { timeZone: 'UTC', alwaysOpen: false, hours: [{ day: 7, open: '08:00', close: '08:01' }] }
  const change = (limitMs: number, maintenance: boolean, calendar: unknown) =>
    floor.database.query(
      `update product set stale_after_ms = $1, entry_timeout_ms = $1, maintenance = $2, calendar = $3,
                          revision = revision + 1 where id = $4`,
      [limitMs, maintenance, JSON.stringify(calendar), floor.product.id],
    )
  await change(0, true, closed)
  const seen = (await floor.call(user, 'GET', `/orders/${body.id}`)).json<AcceptedOrder>()
  expect(seen.acceptance).toEqual(placed.acceptance)
  await floor.enter('100.0')
  await floor.expire('101.0', floor.pass)
  await floor.settle()
  const whole: Receipt = (await receiptOf(body.id)).json()
  await change(5_000, false, was?.calendar)
  // The product had other limits, was under maintenance and its market closed when it was settled: what was accepted decides.
  expect(whole.order.status).toBe('won')
  expect(checkReceipt(whole).problems).toEqual([])
  expect(termsProblems(placed.acceptance, whole)).toEqual([])
  const file = join(folder, 'acceptance.json')
  writeFileSync(file, JSON.stringify(placed.acceptance))
  expect((await script(whole, '--acceptance', file)).status).toBe(0)
  writeFileSync(file, JSON.stringify({ ...placed.acceptance, terms: { ...terms, stake: '1' } }))
  expect((await script(whole, '--acceptance', file)).stdout).toContain('acceptance: ')
})

test.each([
  [['99.9'], 'up', 'void'],
  [rising.map(() => '99.0'), 'up', 'lost'],
  [rising.map(() => '99.0'), 'down', 'won'],
  [rising.map(() => '100.0'), 'down', 'tie'],
  [[], 'up', 'void'],
] as const)('any result can be checked: %#', async (prices, direction, status) => {
  const whole: Receipt = (await receiptOf(await play(prices, direction))).json()
  expect(whole.order.status).toBe(status)
  expect(checkReceipt(whole).problems).toEqual([])
  expect((await script(whole)).status).toBe(0)
})

test('an order without any tick in its time is checkable, too', async () => {
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const body = floor.body()
  await floor.place(user, body)
  await floor.toEntry()
  await floor.clock.advance(5_001)
  await floor.moveWatermark()
  await floor.settle()
  await floor.clock.advance(1_000)
  await floor.tick('101.0')
  const whole: Receipt = (await receiptOf(body.id)).json()
  expect(whole.order.voidReason).toBe('no_entry_tick')
  expect(checkReceipt(whole).problems).toEqual([])
  expect((await script(whole)).status).toBe(0)
})

// The published vectors have the other changes, each named by the app and both scripts.
test.each<[string, string, (changed: Receipt) => unknown]>([
  [
    'the order of two ticks',
    'tick_missing',
    ({ ranges: [range] }) => range?.ticks.splice(4, 2, ...range.ticks.slice(4, 6).reverse()),
  ],
  ['when it was logged', 'heads', (r) => Object.assign(r.accepted, { at: r.accepted.at - 1 })],
  [
    'the place in the orders log',
    'acceptance',
    (r) => Object.assign(r.places.acceptance, { leaf: r.places.acceptance.leaf + 1 }),
  ],
])('whoever changes %s is found', async (_, kind, change) => {
  const changed = copy(await receipt())
  change(changed)
  expect(kinds(changed)).toContain(kind)
})

test('a fork of the log shows between two visits', async () => {
  const seen = async (): Promise<RememberedHead> => {
    await floor.deps.heads.seal()
    const { head, checkpoint, publicKey } = (await floor.inject({ url: '/api/proof/heads/latest' })).json<SignedHead>()
    const parsed = parseCheckpoint(checkpoint)
    expect(parsed && isSignedByLog(parsed, publicKey)).toBe(true)
    expect(parsed?.size).toBe(head.number)
    return { head, root: parsed?.root ?? '', publicKey }
  }
  const first = await seen()
  await floor.clock.advance(10)
  await floor.tick('100.2')
  const second = await seen()
  expect(second.head.number).toBe(first.head.number + 1)
  await play(rising)
  const third = await seen()
  const between = async (from: RememberedHead, to: RememberedHead) =>
    (
      await floor.inject({ url: `/api/proof/consistency?from=${from.head.number}&to=${to.head.number}` })
    ).json<Consistency>()
  for (const known of [first, second, third]) {
    expect(historyProblem(known, third, await between(known, third))).toBeUndefined()
  }
  // A device that was shown another history of the same length.
  const paths = await between(first, third)
  expect(historyProblem({ ...first, root: second.root }, third, paths)).toEqual({ kind: 'heads_rewritten' })
  const other = copy(first)
  const product = other.head.products.find(({ size }) => size > 0)
  if (product) product.root = '00'.repeat(32)
  expect(historyProblem(other, third, paths)).toEqual({ kind: 'prices_rewritten', symbol: 'BTCUSDT' })
  const longer = copy(paths)
  for (const entry of longer.logs) entry.path = [...entry.path, third.root]
  expect(historyProblem(first, third, longer)).toEqual({ kind: 'logs_rewritten' })
  const moved = copy(paths)
  for (const entry of moved.products) entry.path = entry.path.map(() => '11'.repeat(32))
  expect(historyProblem(first, third, moved)).toMatchObject({ kind: 'prices_rewritten', symbol: 'BTCUSDT' })
})

test('the house that waits with a head until it knows the price has a void order, and its receipt proves why', async () => {
  await floor.clock.advance(10)
  await floor.tick('100.0')
  await floor.deps.heads.seal()
  const body = floor.body()
  await floor.place(user, body)
  await floor.clock.advance(4_000)
  await floor.tick('100.5')
  await floor.settle()
  await floor.expire('99.0', floor.pass)
  await floor.settle()
  const whole: Receipt = (await receiptOf(body.id)).json()
  expect(whole.order).toMatchObject({ status: 'void', voidReason: 'logged_late', entryPrice: null, profitLoss: '0' })
  expect(whole.before?.number).toBe(whole.accepted.number - 1)
  expect(checkReceipt(whole).problems).toEqual([])
  expect((await script(whole, '--server', origin)).status).toBe(0)
  expect(await python(whole)).toMatch(/^holds/m)
  expect(kinds({ ...whole, before: null })).toContain('logged_before')
})

test('an order enters only once a head holds its acceptance, and then at the first tick of its second', async () => {
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const body = floor.body()
  await floor.place(user, body)
  await floor.clock.advance(100)
  await floor.tick('100.2')
  expect(await floor.database.query('select id from enter_orders(10)')).toEqual([])
  const head = await floor.deps.heads.seal()
  await floor.toEntry()
  await floor.tick('100.5')
  await floor.clock.advance(100)
  await floor.tick('100.9')
  const entered = await floor.database.first<{ entry_price: string }>('select entry_price::text from enter_orders(10)')
  expect(entered).toEqual({ entry_price: '100.5' })
  await floor.expire('101.0')
  await floor.settle()
  const whole: Receipt = (await receiptOf(body.id)).json()
  expect(whole.accepted.number).toBe(head.number)
  expect(whole.accepted.at).toBeLessThanOrEqual(whole.order.acceptedAt)
  expect(checkReceipt(whole).problems).toEqual([])
})

test('heads, settlements and nodes cannot be changed or deleted in the database', async () => {
  for (const table of ['tree_head', 'settlement', 'accepted_order', 'key_change', 'log_node']) {
    await expect(floor.database.query(`delete from ${table}`)).rejects.toThrow(/append-only/)
  }
})

test('trees of thousands of leaves: kept nodes and leaves give the same roots as hashing everything', async () => {
  await floor.database.query(
    `select append_ticks(array[$1::int], $2, array_agg(($1, $2, 100, nth, 'test', $2, null, null)::new_tick))
       from generate_series(1, 3000) nth`,
    [floor.product.id, floor.clock.now()],
  )
  await floor.clock.advance(1_000)
  const whole = await receipt()
  expect(checkReceipt(whole).problems).toEqual([])
  expect((await script(whole, '--server', origin)).status).toBe(0)
})

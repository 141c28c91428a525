import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FeedEventPage } from '../../../../contract/proof'
import { floor, withFloor } from '../../../test/floorOfFile'
import { createFeedEvents } from '../../market/feedEvents'

const SCRIPT = join(__dirname, '../../../../scripts/read-feeds.mjs')

withFloor()
let origin: string
let folder: string
beforeAll(async () => {
  origin = await floor.app.listen({ host: '127.0.0.1', port: 0 })
  folder = mkdtempSync(join(tmpdir(), 'fairtick-feeds-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

const seal = () => floor.deps.heads.seal()
const get = (from?: number) => floor.inject({ url: `/api/proof/feeds${from === undefined ? '' : `?from=${from}`}` })
const pageOf = async (from?: number) => (await get(from)).json<FeedEventPage>()

/** Runs the script: its exit code and lines. The server that it queries runs in this process. */
function script(...options: string[]): Promise<{ status: number; lines: string[] }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...options], (error, stdout) => {
      resolve({ status: error ? Number(error.code) : 0, lines: stdout.trimEnd().split('\n') })
    })
  })
}

function scriptOn(page: unknown) {
  const file = join(folder, 'page.json')
  writeFileSync(file, JSON.stringify(page))
  return script(file)
}

async function note(count: number) {
  const events = createFeedEvents({ ...floor.deps, database: floor.database })
  for (let index = 0; index < count; index++)
    events.note({ kind: 'settings', symbol: 'BTCUSDT', fields: ['binance', 'BTCUSDT', 5_000, index, 300, 1_000] })
  await events.flush()
}

test('the log is empty at first, and proven so; its end is a page, what lies beyond is refused', async () => {
  await seal()
  expect(await pageOf()).toMatchObject({ from: 0, entries: [], path: [] })
  expect((await get(1)).json()).toMatchObject({ code: 'invalid_request' })
  expect((await script(origin, '--all')).lines).toEqual(['holds: 0 entries stand in the log'])
})

test('entries stand in a signed head, page after page, and anyone can check that', async () => {
  await note(620)
  await floor.clock.advance(10)
  await seal()
  const newest = await pageOf()
  expect(newest).toMatchObject({
    from: 120,
    head: { logs: expect.arrayContaining([{ name: 'feeds', size: 620, root: expect.anything() }]) },
  })
  expect(newest.entries.at(-1)).toBe(
    `feed|1|${newest.entries.at(-1)?.split('|')[2]}|settings|BTCUSDT|binance|BTCUSDT|5000|619|300|1000`,
  )
  const [first, second, end] = [await pageOf(0), await pageOf(500), await pageOf(620)]
  expect([first.entries.length, second.entries.length, end.entries.length]).toEqual([500, 120, 0])
  for (const page of [newest, first, second, end]) expect((await scriptOn(page)).status).toBe(0)
  const whole = await script(origin, '--all', '--key', newest.publicKey)
  expect(whole).toMatchObject({ status: 0 })
  expect(whole.lines.at(-1)).toBe('holds: 620 entries stand in the log')
  expect(whole.lines[7]).toMatch(/ BTCUSDT settings: source binance, instrument BTCUSDT, sourceLagMs 5000, jumpBp 7,/)
  // Events of other products are left out; those that concern all products stay.
  expect((await script(origin, '--all', '--symbol', 'ETHUSDT')).lines).toHaveLength(1)
})

test('a page in which anything was changed does not hold', async () => {
  const page = await pageOf(100)
  const head = {
    ...page.head,
    logs: page.head.logs.map((log) => (log.name === 'feeds' ? { ...log, size: log.size - 1 } : log)),
  }
  const forged: unknown[] = [
    { ...page, entries: page.entries.map((entry, index) => (index === 3 ? entry.replace('5000', '9000') : entry)) },
    { ...page, entries: page.entries.slice(1) },
    { ...page, entries: page.entries.slice(0, -1) },
    { ...page, entries: [], path: [] },
    { ...page, from: 0, entries: [], path: [] },
    { ...page, entries: [...page.entries, page.entries[0]] },
    { ...page, from: page.from + 1 },
    { ...page, path: page.path.slice(1) },
    { ...page, path: [...page.path, page.path[0]] },
    { ...page, head },
    { ...page, head: { ...page.head, at: page.head.at + 1 } },
    { ...page, checkpoint: page.checkpoint.replace(/\n\d+\n/, '\n1\n') },
    { ...page, publicKey: '11'.repeat(32) },
  ]
  expect((await scriptOn(page)).status).toBe(0)
  for (const each of forged) {
    const { status, lines } = await scriptOn(each)
    expect([status, lines.at(-1)]).toEqual([1, expect.stringMatching(/^does not hold: /)])
  }
  expect((await script(origin, '--key', '22'.repeat(32))).status).toBe(1)
  expect((await script('http://127.0.0.1:9')).status).toBe(2)
})

test('a server that answers with an older page, or with an empty one, is not believed', async () => {
  const older = await pageOf(100)
  for (const answer of [older, { ...older, from: 120, entries: [], path: [] }]) {
    const server = createServer((_request, response) => response.end(JSON.stringify(answer)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    for (const options of [[], ['--all']]) {
      const { status, lines } = await script(`http://127.0.0.1:${port}`, ...options)
      expect([status, lines.at(-1)]).toEqual([1, expect.stringMatching(/^does not hold: /)])
    }
    await new Promise((resolve) => server.close(resolve))
  }
})

test('an option that is not exactly one of its options is refused', async () => {
  for (const options of [
    ['--al'],
    ['--key'],
    ['--key', ''],
    ['--key', 'abc'],
    ['more'],
    ['--from', 'noon'],
    ['--symbol', 'x'],
    ['--to', ''],
  ])
    expect(await script(origin, ...options)).toEqual({ status: 2, lines: [''] })
  expect(await script(join(folder, 'page.json'), '--all')).toEqual({ status: 2, lines: [''] })
  expect(await script()).toEqual({ status: 2, lines: [''] })
})

test('the statement of a restored log is an entry like the others', async () => {
  const root = '11'.repeat(32)
  await floor.database.query('select append_feed_events($1, $2, $3, $4)', [
    [floor.clock.now()],
    ['restored'],
    ['-'],
    [[3, root, 'hardware', '22'.repeat(64)].join('|')],
  ])
  await floor.clock.advance(10)
  await seal()
  expect((await script(origin)).lines.at(-2)).toContain(
    `- restored: kept 3, root ${root}, reason hardware, signature 2222`,
  )
})

test('the log goes on in later heads, and what was read before is still in it', async () => {
  const before = await pageOf(0)
  await note(3)
  await floor.clock.advance(10)
  await seal()
  const after = await pageOf(0)
  expect(after.entries).toEqual(before.entries)
  expect((await pageOf(621)).entries).toHaveLength(3)
  const { from, to } = { from: before.head.number, to: after.head.number }
  const between = (await floor.inject({ url: `/api/proof/consistency?from=${from}&to=${to}` })).json()
  expect(between.logs.map(({ name }: { name: string }) => name)).toContain('feeds')
})

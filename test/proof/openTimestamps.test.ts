import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCheckpoint } from '../../proof/notes'
import { readOts } from '../../proof/ots'
import { createMonitor } from '../../scripts/monitor.mjs'
import { createTimeStamper, readStampAge } from '../../server/src/signedLogs/timeStamps'
import { createTradingFloor, type TradingFloor } from '../../server/test/tradingFloor'
import { type Calendar, type Chain, createCalendar, createChain, inBlock, LEAST_WORK, promiseAt } from './calendar'

const HOUR_MS = 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'fairtick-ots-'))

let floor: TradingFloor
let address: string
let key: string
let chain: Chain
let calendar: Calendar
const closing: { close(): unknown }[] = []
beforeEach(async () => {
  floor = await createTradingFloor()
  address = await floor.app.listen({ host: '127.0.0.1', port: 0 })
  key = (await floor.inject({ url: '/api/proof/policy' })).json().publicKey
  chain = await createChain()
  calendar = await createCalendar(chain)
  closing.push(chain, calendar)
})
afterEach(async () => {
  for (const each of closing.splice(0)) each.close()
  await floor.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const stamp = (...calendarUrls: string[]) =>
  createTimeStamper({ ...floor.deps, config: { ...floor.deps.config, calendarUrls }, answerWithinMs: 300 })()

async function sealHead(): Promise<number> {
  await floor.clock.advance(1_000)
  await floor.tick('100.0')
  return (await floor.deps.heads.seal()).number
}
/** A head of now that calendars are asked for. */
async function stampHead(...calendarUrls: string[]): Promise<number> {
  const number = await sealHead()
  await stamp(...calendarUrls)
  return number
}
/** Hours later, the calendar has its block, is asked for it, and there is another head. */
async function hoursLater(hours: number, calendarUrls = [calendar.url]): Promise<void> {
  await floor.clock.advance(hours * HOUR_MS)
  await stampHead(...calendarUrls)
}

const provenHeads = async () => (await floor.inject({ url: '/api/log/ots' })).json<{ heads: number[] }>().heads
const proofOf = async (head: number) => readOts((await floor.inject({ url: `/api/log/ots/${head}` })).rawPayload)
const attestationsOf = async (head: number) => (await proofOf(head)).results.map(({ attestation }) => attestation)

let monitors = 0
const look = (blocks: { bitcoin?: string; leastWork?: number } = {}, state = `monitor-${monitors++}`) =>
  createMonitor({
    url: address,
    folder: join(folder, state),
    key,
    now: () => floor.clock.now(),
    ...blocks,
  }).runOnce()
const source = () => ({ bitcoin: chain.url, leastWork: LEAST_WORK })

test('without a setting nobody is asked', async () => {
  const number = await sealHead()
  await createTimeStamper(floor.deps)()
  expect((await floor.inject({ url: `/api/log/ots/${number}` })).statusCode).toBe(404)
  expect(await provenHeads()).toEqual([])
})

test('a head goes to a calendar, its promise is public, and later the way into a block, which a monitor follows', async () => {
  const number = await stampHead(calendar.url)
  const { checkpoint } = (await floor.inject({ url: `/api/proof/heads/${number}` })).json<{ checkpoint: string }>()
  const { digest } = await proofOf(number)
  expect(digest).toBe(
    createHash('sha256')
      .update(parseCheckpoint(checkpoint)?.text ?? '')
      .digest('hex'),
  )
  expect(await attestationsOf(number)).toEqual([{ by: 'calendar', address: calendar.url }])
  expect(await provenHeads()).toEqual([])

  const height = calendar.mine(floor.clock.now() + HOUR_MS)
  await hoursLater(2)
  expect(await provenHeads()).toEqual([number])
  expect(await attestationsOf(number)).toEqual([{ by: 'bitcoin', height }])
  const file = await floor.inject({ url: `/api/log/ots/${number}` })
  expect(file.headers['content-type']).toBe('application/vnd.opentimestamps.v1')
  expect(await look(source())).toMatchObject({ problem: undefined, notes: [] })
  expect(await look()).toMatchObject({
    problem: undefined,
    notes: [`the proof of head ${number} leads to block ${height}, which was not checked (--bitcoin)`],
  })
})

test('a calendar is asked after an hour, then ever more rarely, and after three days no more', async () => {
  await stampHead(calendar.url)
  const asks = () => calendar.asked.filter((each) => each.startsWith('GET')).length
  const counts: number[] = []
  for (let hour = 1; hour <= 90; hour++) {
    await floor.clock.advance(HOUR_MS)
    await stamp(calendar.url)
    counts.push(asks())
  }
  expect(counts.slice(0, 8)).toEqual([1, 2, 3, 3, 4, 4, 4, 5])
  expect(counts.at(-1)).toBe(counts[75])
  expect(counts.at(-1)).toBeLessThan(14)
  expect(await provenHeads()).toEqual([])
})

test('a monitor notes that no head is in a block, and later that the last one is a day old', async () => {
  const number = await stampHead(calendar.url)
  expect((await look(source())).notes).toEqual(['no head that was looked at is in a block of Bitcoin yet'])
  calendar.mine(floor.clock.now())
  await hoursLater(2)
  expect((await look(source(), 'aging')).notes).toEqual([])
  await floor.clock.advance(24 * HOUR_MS)
  await sealHead()
  expect((await look(source(), 'aging')).notes).toEqual([
    expect.stringMatching(`^the newest head in a block of Bitcoin is head ${number} of `),
  ])
})

test('a head that is dated after its block is told, and one that got into a block late is noted', async () => {
  const late = await stampHead(calendar.url)
  const at = floor.clock.now()
  calendar.mine(at + 25 * HOUR_MS)
  await hoursLater(26)
  expect((await look(source())).notes[0]).toMatch(new RegExp(`^head ${late} of .* is only in a block of `))
  calendar.mine(floor.clock.now())
  const early = await stampHead(calendar.url)
  calendar.mine(floor.clock.now() - 2 * HOUR_MS - 2_000)
  await hoursLater(2)
  expect((await look(source())).problem).toMatch(new RegExp(`^head ${early} is dated .*, and is in block 840002 of `))
})

test('a proof whose block has another root proves nothing and accuses nobody, and the next ones are looked at', async () => {
  const number = await stampHead(calendar.url)
  const height = calendar.mine(floor.clock.now())
  await hoursLater(2)
  chain.replace(height, chain.headerAt(chain.add(randomBytes(32), floor.clock.now())))
  expect(await look(source(), 'replaced')).toMatchObject({
    problem: undefined,
    notes: [
      `the proof of head ${number} proves nothing: block ${height} has another root`,
      'no head that was looked at is in a block of Bitcoin yet',
    ],
  })
  calendar.mine(floor.clock.now())
  await hoursLater(2)
  expect(await look(source(), 'replaced')).toMatchObject({ problem: undefined, notes: [] })
})

test('a proof that the house swaps for that of another head is told', async () => {
  const [first, second] = [await stampHead(calendar.url), await stampHead(calendar.url)]
  calendar.mine(floor.clock.now())
  await hoursLater(2)
  expect((await look(source())).problem).toBeUndefined()
  await floor.database.query(
    'update time_stamp set ots = (select ots from time_stamp where head_number = $1) where head_number = $2',
    [first, second],
  )
  for (const blocks of [source(), {}])
    expect((await look(blocks)).problem).toBe(
      `the OpenTimestamps proof of head ${second} does not hold: it is about something else`,
    )
})

test('a source of blocks that is away, or shows no work, accuses nobody, and the head is checked later', async () => {
  const number = await stampHead(calendar.url)
  const height = calendar.mine(floor.clock.now())
  await hoursLater(2)
  const notes = async (blocks: { bitcoin: string; leastWork?: number }) => {
    const found = await look(blocks, 'patient')
    expect(found.problem).toBeUndefined()
    return found.notes[0]
  }
  expect(await notes({ bitcoin: 'http://127.0.0.1:9' })).toMatch(`the block of head ${number} could not be checked`)
  expect(await notes({ bitcoin: chain.url })).toMatch('its header shows too little work')
  const honest = chain.headerAt(height)
  const later = Buffer.from(honest)
  later.writeUInt32LE(honest.readUInt32LE(68) + 1, 68)
  chain.replace(height, later)
  expect(await notes(source())).toMatch('its header shows too little work')
  chain.replace(height, honest)
  expect(await notes(source())).toBeUndefined()
})

describe('a calendar that lies', () => {
  const liar = async (lie: (...args: Parameters<RequestListener>) => unknown) => {
    const server = await createCalendar(chain, (...args) => {
      lie(...args)
      return true
    })
    closing.push(server)
    return server
  }
  /** Nothing of the liar is kept, and the honest calendar's promise is. */
  async function expectRefused(url: string): Promise<void> {
    expect((await floor.inject({ url: `/api/log/ots/${await stampHead(url)}` })).statusCode).toBe(404)
    await floor.clock.advance(1_000)
    expect(await attestationsOf(await stampHead(url, calendar.url))).toEqual([
      { by: 'calendar', address: calendar.url },
    ])
  }

  test.each<[string, (url: string) => Buffer]>([
    ['forks without an end', () => Buffer.alloc(2_900, Buffer.of(0xff, 0x08))],
    ['a fork of a fork', () => Buffer.alloc(2_900, 0xff)],
    ['more than 256 operations', (url) => Buffer.concat([Buffer.alloc(257, 0x08), promiseAt(url)])],
    ['an operation that nothing uses', (url) => Buffer.concat([Buffer.of(0x03), promiseAt(url)])],
    ['a message of more than 4,096 bytes', (url) => Buffer.concat([Buffer.from('f0e81f', 'hex'), promiseAt(url)])],
    [
      'a commitment that is too long to ask for',
      (url) => Buffer.concat([Buffer.from('f021', 'hex'), Buffer.alloc(33), promiseAt(url)]),
    ],
    ['an end too early', (url) => promiseAt(url).subarray(0, -1)],
    ['more after the end', (url) => Buffer.concat([promiseAt(url), Buffer.of(0)])],
    ['a number without an end', () => Buffer.from(`00${'83dfe30d2ef90c8e'}ffffffffffffff01`, 'hex')],
    ['the address of somebody else', () => promiseAt('http://127.0.0.1:1')],
    ['no promise but a block', () => inBlock(7)],
    ['nothing', () => Buffer.alloc(0)],
  ])('with %s', async (_what, answer) => {
    const { url } = await liar((_request, response) => response.end(answer(url)))
    await expectRefused(url)
  })

  test('with an error, or the address of another server', async () => {
    await expectRefused((await liar((_request, response) => response.writeHead(500).end())).url)
    const elsewhere = await createCalendar(chain)
    closing.push(elsewhere)
    const { url } = await liar((_request, response) =>
      response.writeHead(307, { location: `${elsewhere.url}/digest` }).end(),
    )
    await expectRefused(url)
    expect(elsewhere.asked).toEqual([])
  })

  test('with an answer that is too long is not read to its end', async () => {
    let sent = 0
    const { url } = await liar((_request, response) => {
      const more = () => {
        while (!response.destroyed) {
          sent += 65_536
          if (!response.write(Buffer.alloc(65_536))) return response.once('drain', more)
        }
      }
      more()
    })
    await expectRefused(url)
    expect(sent).toBeLessThan(20_000_000)
  })

  test('with an answer that does not come, or does not end', async () => {
    await expectRefused((await liar(() => undefined)).url)
    await expectRefused((await liar((_request, response) => response.write(Buffer.of(8)))).url)
  })

  test('with a promise about another digest gives no block', async () => {
    const { url } = await liar((request, response) =>
      request.method === 'POST'
        ? response.end(Buffer.concat([Buffer.from('f120', 'hex'), randomBytes(32), Buffer.of(8), promiseAt(url)]))
        : response.writeHead(404).end(),
    )
    const number = await stampHead(url)
    await hoursLater(2, [url])
    expect(await provenHeads()).toEqual([])
    expect(await attestationsOf(number)).toEqual([{ by: 'calendar', address: url }])
  })

  test('with a block that does not have it proves nothing, which is not said of the house', async () => {
    const height = chain.add(randomBytes(32), floor.clock.now())
    const { url } = await liar((request, response) =>
      response.end(request.method === 'POST' ? promiseAt(url) : inBlock(height)),
    )
    const number = await stampHead(url)
    await hoursLater(2, [url])
    expect(await provenHeads()).toEqual([number])
    const { problem, notes } = await look(source())
    expect([problem, notes[0]]).toEqual([
      undefined,
      `the proof of head ${number} proves nothing: block ${height} has another root`,
    ])
  })

  test('beside an honest one changes nothing: one block that has the head is enough', async () => {
    const height = chain.add(randomBytes(32), floor.clock.now())
    const { url } = await liar((request, response) =>
      response.end(request.method === 'POST' ? promiseAt(url) : inBlock(height)),
    )
    const number = await stampHead(url, calendar.url)
    const own = calendar.mine(floor.clock.now())
    await hoursLater(2, [url, calendar.url])
    expect(await attestationsOf(number)).toEqual([
      { by: 'bitcoin', height },
      { by: 'bitcoin', height: own },
    ])
    expect((await look(source())).problem).toBeUndefined()
  })
})

test('with an authority and calendars, the one that is behind makes the time stamps old', async () => {
  const ageWith = (config: { timeStampUrl?: string; calendarUrls: string[] }) =>
    readStampAge(floor.deps.database, config, floor.clock.now())
  const [timeStampUrl, calendarUrls] = ['http://127.0.0.1:9', [calendar.url]]
  expect(await ageWith({ calendarUrls: [] })).toBeUndefined()
  expect(await ageWith({ calendarUrls })).toBe(floor.clock.now())
  await stampHead(calendar.url)
  await floor.clock.advance(1_000)
  expect(await ageWith({ calendarUrls })).toBe(1_000)
  expect(await ageWith({ timeStampUrl, calendarUrls: [] })).toBe(floor.clock.now())
  expect(await ageWith({ timeStampUrl, calendarUrls })).toBe(floor.clock.now())
})

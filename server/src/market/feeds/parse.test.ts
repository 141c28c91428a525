import fc from 'fast-check'
import { type Recording, recordingOf, sampleFile, sampleOf } from '../../../test/feeds/recordings'
import { parseBinance } from './binance'
import { FEED_DROPS, type FeedMessage } from './feedMessage'
import { parseOkx } from './okx'
import { linesOf, namesIn, readRecordedLine } from './recording'
import { createSequencer } from './sequencer'

const PARSERS = { binance: parseBinance, okx: parseOkx }
const KINDS = ['binance', 'okx'] as const

/** Every row of a recording through parser and sequencer, at the times of the recording. */
function pass(recording: Recording, symbols: ReadonlyMap<string, string>, skewMs = 5_000) {
  const sequencer = createSequencer({ source: 'test', symbols, skewMs })
  const outcomes = new Map<string, number>()
  const ticks: { symbol: string; price: string; size: string; sequence: number }[] = []
  for (const line of recording.lines) {
    const { atMs, parsed } = readRecordedLine(line)
    for (const row of parsed.rows) {
      const outcome = typeof row === 'string' ? row : sequencer(row, atMs ?? 0)
      const name = typeof outcome === 'string' ? outcome : 'accepted'
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
      if (typeof outcome !== 'string') {
        const { symbol, price, size, sequence } = outcome
        ticks.push({ symbol, price, size, sequence })
      }
    }
  }
  return { outcomes: Object.fromEntries(outcomes), ticks }
}

test('each line of the Binance sample is a tick or has its reason', () => {
  const { outcomes, ticks } = pass(
    sampleOf('binance'),
    new Map([
      ['PLUMUSDT', 'PLUM'],
      ['FIGUSDT', 'FIG'],
    ]),
  )
  expect(outcomes).toEqual({
    accepted: 8,
    control: 2,
    garbage: 2,
    refused: 1,
    other_channel: 1,
    bad_shape: 2,
    bad_price: 2,
    unknown_symbol: 1,
    behind_clock: 1,
    ahead_of_clock: 1,
    duplicate: 1,
    out_of_order: 2,
    not_needed: 3,
  })
  expect(ticks.filter(({ symbol }) => symbol === 'PLUM')).toEqual([
    { symbol: 'PLUM', price: '7.6100', size: '10', sequence: 1 },
    { symbol: 'PLUM', price: '7.6110', size: '2.50', sequence: 2 },
    { symbol: 'PLUM', price: '7.6130', size: '1', sequence: 3 },
    { symbol: 'PLUM', price: '7.6140', size: '1.000', sequence: 4 },
    // A candle in a quiet minute says that the price is still valid; a trade of an earlier time is then behind it.
    { symbol: 'PLUM', price: '7.6140', size: '0', sequence: 5 },
  ])
})

test('each row of the OKX sample is a tick or has its reason', () => {
  const { outcomes, ticks } = pass(
    sampleOf('okx'),
    new Map([
      ['PLUM-USDT', 'PLUM'],
      ['FIG-USDT', 'FIG'],
    ]),
  )
  expect(outcomes).toEqual({
    accepted: 6,
    control: 7,
    garbage: 1,
    refused: 1,
    other_channel: 1,
    no_source_time: 1,
    bad_shape: 2,
    bad_price: 1,
    unknown_symbol: 1,
    behind_clock: 1,
    ahead_of_clock: 1,
    duplicate: 1,
    out_of_order: 1,
    not_needed: 1,
  })
  expect(ticks.filter(({ symbol }) => symbol === 'PLUM').map(({ price, size }) => `${price} ${size}`)).toEqual([
    '7.61 1',
    '7.612 0.0200',
    '7.613 1',
    '7.613 0',
  ])
})

test.each(KINDS)('every trade and ticker line of the %s recording is accounted for', async (kind) => {
  const recording = recordingOf(kind)
  const names = await namesIn(recording.file)
  const sequencer = createSequencer({
    source: kind,
    symbols: new Map(names.map((name) => [name, name])),
    skewMs: 5_000,
  })
  const outcomes = { accepted: 0, dropped: 0, lines: 0 }
  for (const line of recording.lines) {
    const { atMs, parsed } = readRecordedLine(line)
    const answers = parsed.rows.map((row) => (typeof row === 'string' ? row : sequencer(row, atMs ?? 0)))
    if (!recording.isPriceLine(line)) {
      for (const answer of answers)
        expect(['control', 'other_channel', 'refused', 'garbage', 'bad_shape']).toContain(answer)
      continue
    }
    outcomes.lines++
    // Each is a tick or has a reason of the list; never the one for messages that do not concern us.
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of answers) expect(['control', 'other_channel', 'refused']).not.toContain(answer)
    if (answers.some((answer) => typeof answer !== 'string')) outcomes.accepted++
    else outcomes.dropped++
  }
  expect(outcomes.lines).toBe(recording.priceLines)
  expect(outcomes.accepted + outcomes.dropped).toBe(recording.priceLines)
  expect(outcomes.accepted).toBeGreaterThan(5)
})

test('a CSV file is trades of one product, its broken lines have their reasons', async () => {
  const outcomes: string[] = []
  for await (const line of linesOf(sampleFile('PLUMUSDT.sample.csv'))) {
    for (const row of readRecordedLine(line).parsed.rows) {
      outcomes.push(typeof row === 'string' ? row : `${row.name} ${row.sourceAtMs} ${row.price} ${row.size}`)
    }
  }
  expect(outcomes).toEqual([
    'control',
    '* 1700000000000 7.6100 10',
    '* 1700000000040 7.6110 2.50',
    '* 1700000000030 7.6000 1',
    '* 1700000000080 7.6120 0',
    'garbage',
    'bad_price',
    '* 1700000000120 7.6150 0.001',
  ])
})

test('pings are answered in kind, and an announced end asks for the next connection', () => {
  expect(parseBinance('ping').reply).toBe('pong')
  expect(parseBinance('{"ping":1700000000000}').reply).toBe('{"pong":1700000000000}')
  expect(parseOkx('ping').reply).toBe('pong')
  expect(parseOkx('pong').rows).toEqual(['control'])
  expect(parseBinance('{"e":"serverShutdown","E":1}').renew).toBe(true)
  expect(parseOkx('{"event":"notice","code":"64008","msg":"closing soon"}').renew).toBe(true)
})

describe.each(KINDS)('whatever comes from %s', (kind) => {
  const parse = PARSERS[kind]
  const expectSane = (parsed: FeedMessage) => {
    expect(parsed.rows.length).toBeGreaterThan(0)
    for (const row of parsed.rows) {
      if (typeof row === 'string') expect(FEED_DROPS).toContain(row)
      else expect(row.price).toMatch(/^\d{1,16}(\.\d{1,12})?$/)
    }
  }

  test('a line that is cut anywhere, or altered in one place, is read without an exception', () => {
    const lines = sampleOf(kind).lines.map((line) => line.replace(/^[\d.]+: /, ''))
    fc.assert(
      fc.property(fc.constantFrom(...lines), fc.nat(), fc.string({ maxLength: 3 }), (line, at, noise) => {
        const place = at % (line.length + 1)
        expectSane(parse(line.slice(0, place)))
        expectSane(parse(line.slice(0, place) + noise + line.slice(place + 1)))
      }),
      { numRuns: 500 },
    )
  })

  test('any JSON is read without an exception', () => {
    fc.assert(fc.property(fc.json(), (text) => expectSane(parse(text))))
    expectSane(parse(JSON.stringify({ arg: { channel: 'trades' }, data: [null, [], 1, 'x', {}] })))
    expectSane(parse(JSON.stringify({ stream: 'a@aggTrade', data: null })))
  })
})

test('a new numbering of trades is followed once its time is later', () => {
  const sequencer = createSequencer({ source: 'test', symbols: new Map([['A', 'A']]), skewMs: 60_000 })
  const at = (sourceAtMs: number, trade: number) => {
    const answer = sequencer({ kind: 'trade', name: 'A', price: '1', size: '1', sourceAtMs, trade }, 1_000_000)
    return typeof answer === 'string' ? answer : 'accepted'
  }
  expect([at(1_000_000, 500), at(1_000_001, 3), at(1_006_000, 4), at(1_006_001, 5)]).toEqual([
    'accepted',
    'out_of_order',
    'accepted',
    'accepted',
  ])
})

test('an older price is never taken after a newer one, and the number of a trade once', () => {
  const sequencer = createSequencer({ source: 'test', symbols: new Map([['A', 'A']]), skewMs: 60_000 })
  const take = (kind: 'trade' | 'statement', sourceAtMs: number, trade: number, receivedAtMs = 1_000_000) => {
    const answer = sequencer({ kind, name: 'A', price: '1', size: '1', sourceAtMs, trade }, receivedAtMs)
    return typeof answer === 'string' ? answer : (answer.trade ?? 'no number')
  }
  expect(take('trade', 1_000_000, 7)).toBe(7)
  // A number that is next, of a time that is past: an old trade under a new number.
  expect(take('trade', 962_000, 8)).toBe('out_of_order')
  expect(take('trade', 1_000_000, 8)).toBe(8)
  expect(take('statement', 1_002_000, 8, 1_002_000)).toBe('no number')
  expect(take('trade', 1_001_000, 9, 1_002_000)).toBe('out_of_order')
  expect(take('trade', 1_002_001, 10, 1_002_100)).toBe(10)
})

test('every accepted tick keeps the digits of the line and no trade is taken twice, in any order of lines', () => {
  const trades = Array.from({ length: 12 }, (_, index) => ({
    kind: 'trade' as const,
    name: 'A',
    price: `1.${index}0`,
    size: '1',
    sourceAtMs: 1_000 + index,
    trade: index + 1,
  }))
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...trades), { maxLength: 60 }), (lines) => {
      const sequencer = createSequencer({ source: 'test', symbols: new Map([['A', 'A']]), skewMs: 5_000 })
      const accepted = lines
        .map((line) => sequencer(line, 1_000))
        .flatMap((answer) => (typeof answer === 'string' ? [] : answer))
      expect(new Set(accepted.map((tick) => tick.price)).size).toBe(accepted.length)
      expect(accepted.map((tick) => tick.sequence)).toEqual(accepted.map((_, index) => index + 1))
      const times = accepted.map((tick) => tick.sourceAtMs)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }),
  )
})

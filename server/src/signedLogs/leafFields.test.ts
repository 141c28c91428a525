import { type LeafKind, leafText, parseLeaf, readLeaf } from './leafFields'

const TICK = {
  symbol: 'BTCUSDT',
  sequence: 7,
  atMs: 1_000,
  price: '1.5',
  size: '2',
  source: 'a',
  sourceAtMs: 900,
  instrument: 'b',
  trade: '-',
}

test('a leaf is read by the names that it was written with', () => {
  const text = leafText('tick', TICK)
  expect(text).toBe('tick|2|BTCUSDT|7|1000|1.5|2|a|900|b|-')
  expect(readLeaf('tick', text)).toEqual({ ...TICK, sequence: '7', atMs: '1000', sourceAtMs: '900' })
})

test.each<[string, LeafKind, string]>([
  ['another kind', 'key', 'head|1|a|b|1'],
  ['another version', 'key', 'key|2|a|b|1'],
  ['a field more', 'key', 'key|1|a|b|1|2'],
  ['a field less', 'key', 'key|1|a|b'],
])('a leaf of %s is refused', (_what, kind, text) => {
  expect(parseLeaf(kind, text)).toBeUndefined()
  expect(() => readLeaf(kind, text)).toThrow('A leaf has not the form of "key|1"')
})

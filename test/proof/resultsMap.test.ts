import { createHash, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ResultsMap } from '../../scripts/monitor.mjs'
import { EMPTY_ROOT, leafHash, nodeHash } from '../../server/src/signedLogs/merkle'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-results-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const settled = (minute: number, id: string) => `settled|1|${minute}|${hashOf(id)}|${hashOf(`${id} settled`)}`
const bits = (value: bigint, count: number) => value.toString(2).padStart(count, '0')

/** Day, minute of the day, key: 283 bits. */
function placeOf(text: string): string {
  const [, , minuteText, key] = text.split('|')
  const minute = BigInt(minuteText ?? 0)
  return bits(minute / 1_440n, 16) + bits(minute % 1_440n, 11) + bits(BigInt(`0x${key}`), 256)
}

/** The root by its definition in docs/PROOF_FORMAT.md: a subtree of no leaf is the hash of nothing, one of one leaf is that leaf. */
function treeOf(texts: readonly string[], depth = 0): Buffer {
  const [only] = texts
  if (only === undefined) return EMPTY_ROOT
  if (texts.length === 1) return leafHash(only)
  const isRight = (text: string) => placeOf(text)[depth] === '1'
  return nodeHash(
    treeOf(
      texts.filter((text) => !isRight(text)),
      depth + 1,
    ),
    treeOf(texts.filter(isRight), depth + 1),
  )
}
const rootOf = (texts: readonly string[]) => treeOf(texts).toString('hex')

let maps = 0
const folderOf = () => join(folder, String(++maps))

test('the root is that of the definition, whatever the minutes, from none to hundreds of results', () => {
  const seed = randomInt(2 ** 31)
  const map = new ResultsMap(folderOf())
  expect(map.root()).toEqual(EMPTY_ROOT.toString('hex'))
  const texts: string[] = []
  for (let index = 0; index < 300; index++) {
    // Some alone in their day, some in one minute, and both ends of day and minute.
    const minute = index % 7 === 0 ? 29_000_000 : [0, 1, 1_439, 1_440, 29_400_000 + index, 94_371_839][index % 6]
    texts.push(settled(minute ?? 0, `${seed} ${index}`))
    map.add(index, texts.at(-1) ?? '')
    if (index % 10 === 0 || index < 12) expect([seed, index, map.root()]).toEqual([seed, index, rootOf(texts)])
  }
  expect(map.root()).toEqual(rootOf(texts))
})

test('a second result of an order is refused, at once and after a restart', () => {
  const place = folderOf()
  const map = new ResultsMap(place)
  map.add(0, settled(29_000_000, 'a'))
  map.add(1, settled(29_000_000, 'b'))
  const second = `${settled(29_000_000, 'a').slice(0, -64)}${'0'.repeat(64)}`
  const sentence = 'settlement 3 is a second result of the order that settlement 1 ended'
  expect(() => map.add(2, second)).toThrow(sentence)
  map.root()
  const again = new ResultsMap(place, JSON.parse(JSON.stringify(map)))
  expect(() => again.add(2, second)).toThrow(sentence)
  for (const wrong of ['', 'settled|1|01|a|b', settled(94_371_840, 'c'), settled(1, 'c').toUpperCase()])
    expect(() => again.add(2, wrong)).toThrow('not in the form of a settlement')
})

test('what was written after the last state that was kept is written again', () => {
  const place = folderOf()
  const map = new ResultsMap(place)
  const texts = Array.from({ length: 40 }, (_, index) => settled(29_000_000 + (index % 3), String(index)))
  for (const [index, text] of texts.slice(0, 20).entries()) map.add(index, text)
  expect(map.root()).toEqual(rootOf(texts.slice(0, 20)))
  const kept = JSON.parse(JSON.stringify(map))
  for (const [index, text] of texts.slice(20).entries()) map.add(20 + index, text)
  map.root()
  // The process ended before it kept its state: the files are ahead of it.
  const again = new ResultsMap(place, kept)
  expect(again.root()).toEqual(rootOf(texts.slice(0, 20)))
  for (let index = 20; index < 40; index++) {
    again.add(index, texts[index] ?? '')
    expect(again.root()).toEqual(rootOf(texts.slice(0, index + 1)))
  }
})

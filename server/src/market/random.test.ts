import { createCipheriv, createHash } from 'node:crypto'
import { createRandom } from './random'

const first = (seed: string, count: number) => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => random.uniform())
}

test('numbers are the key stream of AES-256 in counter mode: what was drawn says nothing of the key, nor of what comes', () => {
  const cipher = createCipheriv('aes-256-ctr', createHash('sha256').update('seed').digest(), Buffer.alloc(16))
  const stream = cipher.update(Buffer.alloc(6 * 2_000))
  const expected = Array.from({ length: 2_000 }, (_, index) => stream.readUIntBE(6 * index, 6) / 2 ** 48)
  expect(first('seed', 2_000)).toEqual(expected)
})

test('a seed that differs in one character gives other numbers from the first one on', () => {
  const [one, two] = [first('seed:BTCUSDT', 200), first('seed:BTCUSDU', 200)]
  expect(one.filter((number, index) => number === two[index])).toEqual([])
})

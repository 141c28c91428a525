import type { Writable } from 'node:stream'
import { textFrame } from './frame'

/** The library's own reader of the protocol, which its types leave out. */
const { Receiver } = jest.requireActual<{ Receiver: new (options: object) => Writable }>('ws')

/** The data that a reader of the protocol takes from the bytes. */
const read = (frame: Buffer) =>
  new Promise<string>((resolve, reject) => {
    const receiver = new Receiver({ isServer: false })
    receiver.on('message', (data: Buffer) => resolve(data.toString()))
    receiver.on('error', reject)
    receiver.write(frame)
  })

// On both sides of each form of the length; a character may take more than one byte.
test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('a text of %i bytes is read as it was written', async (length) => {
  const text = 'x'.repeat(length)
  expect(await read(textFrame(text))).toBe(text)
})

test('lengths count bytes, not characters', async () => {
  const text = '价'.repeat(60)
  expect(await read(textFrame(text))).toBe(text)
})

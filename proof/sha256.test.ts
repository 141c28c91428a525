import { createHash, randomBytes } from 'node:crypto'
import { sha256 } from './sha256'

test('every length up to four blocks, and a long message, have the hash that Node.js gives them', () => {
  for (const length of [...Array(257).keys(), 100_000]) {
    const bytes = randomBytes(length)
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect({ bytes: bytes.toString('hex'), hash: sha256(bytes) }).toEqual({ bytes: bytes.toString('hex'), hash })
  }
})

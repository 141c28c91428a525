import { randomBytes } from 'node:crypto'
import { createRequestId } from './requestId'

const CLIENT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('createRequestId', () => {
  it('is a UUID version 7, as the contract wants it', () => {
    for (const byte of [0, 0x55, 0xff]) {
      expect(createRequestId(Date.now(), (length) => new Uint8Array(length).fill(byte))).toMatch(CLIENT_ID)
    }
    expect(createRequestId(0x0192_f0e1_d2c3, (length) => Array.from({ length }, (_, i) => i))).toBe(
      '0192f0e1-d2c3-7001-8203-040506070809',
    )
  })

  it('differs each time and sorts by time', () => {
    const ids = Array.from({ length: 1000 }, (_, i) => createRequestId(1_700_000_000_000 + i, randomBytes))
    expect(new Set(ids).size).toBe(1000)
    expect([...ids].sort()).toEqual(ids)
  })

  it('keeps its form for odd times, and refuses a short random source', () => {
    for (const now of [-1, 0, 1.5, 2 ** 48]) expect(createRequestId(now, randomBytes)).toMatch(CLIENT_ID)
    expect(() => createRequestId(0, () => [1, 2, 3])).toThrow(RangeError)
  })
})

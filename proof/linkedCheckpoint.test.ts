import { checkpointAt } from '../test/client/house'
import { receiptOf, witnessOf } from '../test/client/receipts'
import { checkpointOfLink, linkedCheckpoint } from './linkedCheckpoint'
import { parseCheckpoint } from './notes'

const NOTE = checkpointAt(3)
const ORIGIN = NOTE.split('\n')[0] ?? ''

test('a checkpoint goes through a link with the signature of the log alone', () => {
  const witnessed = witnessOf('one.example/w', 1).sign({ ...receiptOf(), checkpoint: NOTE }).checkpoint
  const text = linkedCheckpoint(witnessed)
  expect(text).toMatch(/^3\.[\w-]{43}\.[\w-]{91}$/)
  expect(encodeURIComponent(text)).toBe(text)
  expect(checkpointOfLink(ORIGIN, text)).toBe(NOTE)
  expect(parseCheckpoint(NOTE)?.size).toBe(3)
})

test.each(['', '3', '3..', '03.a.b', `${linkedCheckpoint(NOTE)}=`, '<html>'])(
  '%p in a link is no checkpoint',
  (text) => {
    expect(checkpointOfLink(ORIGIN, text)).toBeUndefined()
  },
)

test('a text that is no checkpoint makes no part of a link', () => {
  expect(linkedCheckpoint('')).toBe('')
  expect(linkedCheckpoint(NOTE.replace(/— .*/, ''))).toBe('')
})

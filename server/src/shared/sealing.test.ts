import { randomBytes } from 'node:crypto'
import { createSealer } from './sealing'

const key = randomBytes(32)
const sealer = createSealer(key)

test('what was sealed opens again, and never looks the same twice', () => {
  const sealed = sealer.seal('11010519491231002X', 'id number 7')
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/)
  expect(sealed).not.toContain(Buffer.from('11010519491231002X').toString('base64url'))
  expect(sealer.openText(sealed, 'id number 7')).toBe('11010519491231002X')
  expect(sealer.seal('11010519491231002X', 'id number 7')).not.toBe(sealed)
})

test('bytes stay bytes', () => {
  const bytes = randomBytes(32)
  expect(sealer.open(sealer.seal(bytes, 'a'), 'a')).toEqual(bytes)
})

test('another context, a changed value and an unknown key do not open', () => {
  const sealed = sealer.seal('secret', 'card 1')
  expect(() => sealer.open(sealed, 'card 2')).toThrow()
  const [version, name, body = ''] = sealed.split('.')
  const changed = Buffer.from(body, 'base64url')
  changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1
  expect(() => sealer.open(`${version}.${name}.${changed.toString('base64url')}`, 'card 1')).toThrow()
  expect(() => createSealer(randomBytes(32)).open(sealed, 'card 1')).toThrow('not configured')
  expect(() => sealer.open('', 'card 1')).toThrow()
})

test('after a change of keys the old values still open', () => {
  const next = createSealer(randomBytes(32), [key])
  expect(next.openText(sealer.seal('secret', 'x'), 'x')).toBe('secret')
  expect(() => sealer.open(next.seal('secret', 'x'), 'x')).toThrow()
})

test('a key of another length is refused', () => {
  expect(() => createSealer(randomBytes(16))).toThrow('32 bytes')
})

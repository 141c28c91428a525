import { readJson, readText, writeJson, writeText } from './storage'

const parseNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)

test('gives back what was kept', () => {
  expect(writeJson('n', 1, 42)).toBe(true)
  expect(readJson('n', 1, parseNumber)).toBe(42)
})

test.each([
  ['broken JSON', '{"version":1,'],
  ['another version', '{"version":2,"value":42}'],
  ['another shape', '{"version":1,"value":"42"}'],
  ['no envelope', '42'],
  ['null', 'null'],
])('heals from %s', (_, text) => {
  window.localStorage.setItem('n', text)
  expect(readJson('n', 1, parseNumber)).toBeUndefined()
  expect(window.localStorage.getItem('n')).toBeNull()
})

test('a full or forbidden storage is an answer, not an error', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  const get = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  expect(writeText('n', 'x')).toBe(false)
  expect(readText('n')).toBeUndefined()
  set.mockRestore()
  get.mockRestore()
})

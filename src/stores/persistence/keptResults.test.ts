import { deviceResults, type KeptResult } from './keptResults'

const RESULT: KeptResult = { code: '7K3Q-9X2T-AB4C', status: 'won', profitLoss: '7500', checkpoint: 'signed' }

afterEach(() => window.localStorage.clear())

test('the first result of an order stays', () => {
  deviceResults.write('a', RESULT)
  deviceResults.write('a', { ...RESULT, status: 'void' })
  expect(deviceResults.read('a')).toEqual(RESULT)
  expect(deviceResults.read('b')).toBeUndefined()
})

test('a result that was sealed late is kept, but is not among the verified ones', () => {
  deviceResults.write('a', RESULT)
  deviceResults.write('b', { ...RESULT, status: 'lost', late: true })
  expect(deviceResults.read('b')).toEqual({ ...RESULT, status: 'lost', late: true })
  expect([...deviceResults.verified()]).toEqual([['a', { status: 'won', profitLoss: '7500' }]])
})

test('the newest two thousand are kept, and the newest of a device that has no room for them', () => {
  const all = Array.from({ length: 2_000 }, (_, index) => [`${index}`, 'code', 'won', '1', 'checkpoint'])
  window.localStorage.setItem('results', JSON.stringify({ version: 1, value: all }))
  deviceResults.write('new', RESULT)
  expect([deviceResults.read('0'), deviceResults.read('1')?.code]).toEqual([undefined, 'code'])
  const set = Storage.prototype.setItem
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
    if (text.length > 20_000) throw new DOMException('full', 'QuotaExceededError')
    set.call(this, key, text)
  })
  deviceResults.write('newest', RESULT)
  full.mockRestore()
  expect([deviceResults.read('1'), deviceResults.read('new'), deviceResults.read('newest')]).toEqual([
    undefined,
    RESULT,
    RESULT,
  ])
})

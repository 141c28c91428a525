import { orderOf } from '../../../test/client/factories'
import { acceptedOf, askedOf } from '../../../test/client/house'
import { deviceAcceptances } from './acceptances'

const keptOf = (orderId: string) => ({
  ...acceptedOf(askedOf(orderOf())).acceptance,
  orderId,
  account: 'lin_mei88',
  checkpoints: [],
})
const ids = () => deviceAcceptances.readAll().map(({ orderId }) => orderId)

test('a hundred are kept: the oldest go first, and before them those whose results are checked', () => {
  for (let index = 0; index < 100; index++) deviceAcceptances.keep(keptOf(`o${index}`))
  deviceAcceptances.forget('o50')
  deviceAcceptances.keep(keptOf('o100'))
  expect(ids()).toHaveLength(100)
  expect(ids()).not.toContain('o50')
  deviceAcceptances.keep(keptOf('o101'))
  expect([ids()[0], ids().at(-1)]).toEqual(['o1', 'o101'])
})

test('orders that only the service names take no room from those that this device placed', () => {
  const asked = askedOf(orderOf())
  deviceAcceptances.keep({ ...keptOf('mine'), asked })
  for (let index = 0; index < 150; index++) deviceAcceptances.keep(keptOf(`invented${index}`))
  expect(ids()).toHaveLength(100)
  expect(ids()[0]).toBe('mine')
})

test('a device that is short of room keeps the newest that fit', () => {
  for (let index = 0; index < 8; index++) deviceAcceptances.keep(keptOf(`o${index}`))
  const { length } = window.localStorage.getItem('acceptances') ?? ''
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
    if (text.length > length) throw new DOMException('full', 'QuotaExceededError')
    Object.defineProperty(this, key, { value: text, configurable: true, enumerable: true, writable: true })
  })
  deviceAcceptances.keep(keptOf('new'))
  setItem.mockRestore()
  expect(ids()).toEqual(['o5', 'o6', 'o7', 'new'])
})

test('what is kept of one order is added to, and what cannot be read is left out', () => {
  deviceAcceptances.keep(keptOf('o1'))
  deviceAcceptances.change('o1', { checkpoints: [{ asked: 0, at: 1, text: 'a' }] })
  deviceAcceptances.change('o2', { dismissed: true })
  expect(deviceAcceptances.readAll()).toMatchObject([{ orderId: 'o1', checkpoints: [{ at: 1 }] }])
  window.localStorage.setItem('acceptances', JSON.stringify({ version: 3, value: [{ orderId: 'x' }, keptOf('o3')] }))
  expect(ids()).toEqual(['o3'])
})

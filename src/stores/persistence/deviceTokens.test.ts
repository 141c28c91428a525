import { deviceTokens } from './deviceTokens'

afterEach(() => window.localStorage.clear())

test('each account has a token of its own, whichever way it is typed', () => {
  deviceTokens.keep('Lin_Mei88', 'first')
  deviceTokens.keep('another_1', 'second')
  deviceTokens.keep('lin_mei88', 'third')
  expect([deviceTokens.of('LIN_MEI88'), deviceTokens.of('another_1'), deviceTokens.of('nobody_1')]).toEqual([
    'third',
    'second',
    undefined,
  ])
})

test('the oldest account makes room, and a damaged entry heals', () => {
  for (const account of ['a', 'b', 'c', 'd', 'e', 'f']) deviceTokens.keep(account, account)
  expect([deviceTokens.of('a'), deviceTokens.of('b')]).toEqual([undefined, 'b'])
  window.localStorage.setItem('devices', '{"version":1,"value":[["a"]]}')
  expect(deviceTokens.of('a')).toBeUndefined()
})

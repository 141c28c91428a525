import { networkOf } from './networks'

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001::6', '2001:db8:1::/48'],
  ['2001:db8::', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['nonsense', 'nonsense'],
])('%s is in %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a longer prefix where one is asked for', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6', 4)).toBe('2001:db8:1:2::/64')
  expect(networkOf('203.0.113.9', 4)).toBe('203.0.113.0/24')
})

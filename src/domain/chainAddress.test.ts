import { isInvalidAddress } from './chainAddress'

test.each([
  ['BTC', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', false],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', false],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', false],
  ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', false],
  ['ETH', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['TRON', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['BTC', '', true],
] as const)('%s %s', (chain, address, invalid) => {
  expect(isInvalidAddress(chain, address)).toBe(invalid)
})

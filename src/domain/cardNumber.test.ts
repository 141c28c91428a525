import { cardDigits, groupCardNumber, isInvalidAddress, isInvalidCardNumber } from './cardNumber'

test.each(['4111111111111111', '5500 0055 5555 5559', '6011-1111-1111-1117'])('%s has a right check digit', (text) => {
  expect(isInvalidCardNumber(text)).toBe(false)
})

test.each(['', '4111111111111112', '411111', 'abcd', '0000000000000000', '41111111111111111111'])(
  '%j is no card number',
  (text) => {
    expect(isInvalidCardNumber(text)).toBe(true)
  },
)

test('digits are grouped as on the card', () => {
  expect(groupCardNumber('4111111111111111')).toBe('4111 1111 1111 1111')
  expect(cardDigits(groupCardNumber('4111111111111111'))).toBe('4111111111111111')
})

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

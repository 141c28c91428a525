import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { isInvalidAddress } from '../../../../contract/chainAddress'
import { readChannels } from '../deposits/settings'
import { readAddress } from './payoutAddress'

// BIP 173, BIP 350, EIP-55 and the first addresses of each chain that a block explorer shows.
test.each([
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['ETH', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
] as const)('%s takes %s', (chain, address) => {
  expect(readAddress(chain, address)).toBe(address)
  expect(readAddress(chain, ` ${address}\n`)).toBe(address)
  const inFours = address.replace(/.{4}(?=.)/g, '$& ')
  expect(readAddress(chain, inFours)).toBe(address)
  expect(readAddress(chain, `\u200b${inFours.replace(' ', '\u200b\u00a0')}\ufeff`)).toBe(address)
  expect(isInvalidAddress(chain, inFours)).toBe(false)
})

const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const TETHER = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

test.each([
  ['BTC', `bitcoin:${SEGWIT}?amount=0.01&label=Me`, SEGWIT],
  ['BTC', `BITCOIN:${SEGWIT.toUpperCase()}?amount=0.01`, SEGWIT],
  ['BTC', 'bitcoin://1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['ETH', `ethereum:${ETHER}@1?value=2e18`, ETHER],
  ['ETH', `ethereum:pay-${ETHER}`, ETHER],
  ['ETH', `0X${ETHER.slice(2).toUpperCase()}`, ETHER],
  ['ETH', `0X${ETHER.slice(2)}`, ETHER],
  ['ETH', ETHER.toLowerCase(), ETHER],
  ['TRON', `tron:${TETHER}?amount=5`, TETHER],
  ['TRON', `“${TETHER}”.`, TETHER],
  ['BTC', `My BTC address:\r\n${SEGWIT.slice(0, 20)}\r\n${SEGWIT.slice(20)}`, SEGWIT],
  ['ETH', `ERC-20: ${ETHER}`, ETHER],
  ['ETH', `eth:${ETHER}`, ETHER],
  ['TRON', `USDT (TRC20)：${TETHER}`, TETHER],
  ['TRON', `收款地址 ${TETHER}`, TETHER],
  ['TRON', `地址：「${TETHER}」。`, TETHER],
] as const)('%s: what a wallet hands out, %s, is its address', (chain, text, address) => {
  expect(readAddress(chain, text)).toBe(address)
  expect(isInvalidAddress(chain, text)).toBe(false)
})

test.each([
  ['ETH', `ethereum:${ETHER}@137`, 'of another chain'],
  ['ETH', `ethereum:${ETHER}@1/transfer?address=${ETHER}&uint256=1`, 'a contract, which is not who is paid'],
  ['ETH', `bitcoin:${ETHER}`, 'a link of another chain'],
  ['BTC', `ethereum:${SEGWIT}`, 'a link of another chain'],
  ['BTC', 'bitcoin:?lno=lno1q', 'a link without an address'],
  ['BTC', 'LTC: 3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'a word of another chain'],
  ['BTC', '莱特币地址：3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'a word of another chain'],
  ['ETH', `bnb:${ETHER}`, 'a link of another chain'],
  ['ETH', `${ETHER} ${ETHER.toLowerCase()}`, 'two addresses'],
  ['BTC', '地址'.repeat(5_000), 'words alone'],
  ['TRON', '', 'nothing'],
] as const)('%s: %s is refused: %s', (chain, text, _why) => {
  expect(readAddress(chain, text)).toBeUndefined()
  expect(isInvalidAddress(chain, text)).toBe(true)
})

const burnt = (version: number) => {
  const payload = Buffer.concat([Buffer.from([version]), Buffer.alloc(20)])
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  return base58.encode(Buffer.concat([payload, hash(hash(payload)).subarray(0, 4)]))
}

test.each([
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'a wrong checksum'],
  ['BTC', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'of the test network'],
  ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'of the test network'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'a wrong checksum'],
  ['BTC', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'mixed case'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'bech32 where bech32m belongs'],
  ['BTC', 'bc1qr508d6qejxtdg4y5r3zarvaryv98gj9p', 'a program of 16 bytes'],
  ['BTC', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'of TRON'],
  ['BTC', burnt(0), 'burnt'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'a wrong case'],
  ['ETH', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'no 0x'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'too short'],
  ['ETH', `0x${'0'.repeat(40)}`, 'burnt'],
  ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'a wrong checksum'],
  ['TRON', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'of BTC'],
  ['TRON', burnt(0x41), 'burnt'],
  ['TRON', '1'.repeat(5_000), 'far too long'],
  ['BTC', `bc1q${'q'.repeat(5_000)}`, 'far too long'],
  ['ETH', '', 'nothing'],
] as const)('%s refuses %s: %s', (chain, address, _why) => expect(readAddress(chain, address)).toBeUndefined())

test('nobody holds the key of the demo address: it is made from the hash of a sentence', () => {
  const channels = readChannels(undefined, { funds: 'demo', scale: 2, demoMaximum: 100n, secretOf: () => undefined })
  const tron = channels.find((channel) => channel.kind === 'currency')
  const hash = createHash('sha256').update('Fairtick demo deposits').digest().subarray(0, 20)
  const lines = tron?.instructions({ reference: 'FD-1', amount: 1n }, { code: 'USD', scale: 2 }) ?? []
  const bytes = base58.decode(lines.find((line) => line.kind === 'address')?.value ?? '')
  expect(Buffer.from(bytes.slice(1, 21))).toEqual(hash)
})

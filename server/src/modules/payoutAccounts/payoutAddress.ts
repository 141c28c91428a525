import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { type Chain, compactAddress } from '../../../../contract/chainAddress'

const base58check = createBase58check(sha256)

/** Money to an address of zeros is burnt. */
const isBurnt = (bytes: Uint8Array) => bytes.every((byte) => byte === 0)

function decodeBase58check(text: string): Uint8Array | undefined {
  try {
    // Decodes in quadratic time, so the length is looked at first.
    return text.length <= 40 && base58.decode(text).length === 25 ? base58check.decode(text) : undefined
  } catch {
    return undefined
  }
}

/** Segwit: version 0 in bech32 with 20 or 32 bytes, version 1 (taproot) in bech32m with 32 (BIP 173, BIP 350). */
function isSegwit(text: string): boolean {
  const address = text.toLowerCase()
  if (text !== address && text !== text.toUpperCase()) return false
  const code = address.startsWith('bc1q') ? bech32 : address.startsWith('bc1p') ? bech32m : undefined
  const decoded = address.length <= 90 ? code?.decodeUnsafe(address) : undefined
  if (!code || !decoded || decoded.prefix !== 'bc') return false
  const [version, ...words] = decoded.words
  const program = code.fromWordsUnsafe(words)
  if (!program || isBurnt(program)) return false
  return version === 0 ? program.length === 20 || program.length === 32 : version === 1 && program.length === 32
}

function readBtc(text: string): string | undefined {
  if (/^bc1/i.test(text)) return isSegwit(text) ? text.toLowerCase() : undefined
  const payload = decodeBase58check(text)
  // 0 pays to a key's hash, 5 to a script's.
  return payload && (payload[0] === 0 || payload[0] === 5) && !isBurnt(payload.subarray(1)) ? text : undefined
}

/** EIP-55: the case of each letter is a bit of the hash of the address in lower case. */
function withChecksum(lower: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(lower, 'ascii'))).toString('hex')
  return `0x${[...lower].map((digit, index) => (Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

/** An address in one case carries no checksum (EIP-55 takes it); it is answered with one, so that it can be compared. */
function readEth(text: string): string | undefined {
  const [, digits] = /^0x([0-9a-fA-F]{40})$/.exec(text) ?? []
  if (digits === undefined || /^0+$/.test(digits)) return undefined
  const checked = withChecksum(digits.toLowerCase())
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return oneCase || checked === text ? checked : undefined
}

function readTron(text: string): string | undefined {
  const payload = decodeBase58check(text)
  return payload && payload[0] === 0x41 && !isBurnt(payload.subarray(1)) ? text : undefined
}

const READERS: Record<Chain, (text: string) => string | undefined> = { BTC: readBtc, ETH: readEth, TRON: readTron }

/** The address as its chain writes it; undefined when it is not one (PRODUCT.md 12.7). */
export const readAddress = (chain: Chain, text: string): string | undefined =>
  READERS[chain](compactAddress(chain, text))

/** "TR7NHq****6jLj6t" */
export const maskAddress = (address: string): string => `${address.slice(0, 6)}****${address.slice(-6)}`

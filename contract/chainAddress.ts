import { typedText } from './typedText'

/** The form of an address of each chain; the server verifies its checksum. */
const ADDRESS = {
  BTC: /^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/i,
  ETH: /^0x[0-9a-fA-F]{40}$/,
  TRON: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
} as const
export type Chain = keyof typeof ADDRESS
export const CHAINS: readonly Chain[] = ['BTC', 'ETH', 'TRON']

/**
 * What wallets and their QR codes put around an address (BIP 21, ERC-681). An ERC-681 link to another chain, or one
 * that calls a contract, does not match: its address is not who is paid.
 */
const LINK: Record<Chain, RegExp> = {
  BTC: /^bitcoin:(?:\/\/)?([^?/]+)(?:\?.*)?$/i,
  ETH: /^ethereum:(?:\/\/)?(?:pay-)?([^?/@]+)(?:@1)?(?:\?.*)?$/i,
  TRON: /^tron:(?:\/\/)?([^?/]+)(?:\?.*)?$/i,
}

/** What a sentence puts around an address. */
const AROUND = /^["'`\u2018-\u201f<([]+|["'`\u2018-\u201f>)\].,;]+$/g

/** The address alone, as typed, pasted or scanned: without spaces, link and amount, and with a small `0x`. */
export function compactAddress(chain: Chain, text: string): string {
  const plain = typedText(text).replace(/\s/g, '').replace(AROUND, '')
  const address = LINK[chain].exec(plain)?.[1] ?? plain
  return chain === 'ETH' ? address.replace(/^0X/, '0x') : address
}

/** True for what cannot be an address of that chain. */
export const isInvalidAddress = (chain: Chain, text: string): boolean =>
  !ADDRESS[chain].test(compactAddress(chain, text))

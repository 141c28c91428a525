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

/** Words in front of an address, the last four in Chinese. */
const inFront = (words: string) =>
  new RegExp(
    `^(?:[\\s\\p{P}]|my|wallet|address|\u6211\u7684|\u94b1\u5305|\u6536\u6b3e|\u5730\u5740|${words})+[:\\s)]`,
    'iu',
  )
/** Names of its own chain only, as others have addresses of the same form. */
const LABEL: Record<Chain, RegExp> = {
  BTC: inFront('btc|bitcoin'),
  ETH: inFront('eth|ethereum|usdt|usdc|erc-?20'),
  TRON: inFront('trx|tron|usdt|trc-?20'),
}

/** What a sentence puts around an address. */
const AROUND = /^["'`\u2018-\u201f<([\u300a-\u3010]+|["'`\u2018-\u201f>)\].,;!?\u3001-\u3011]+$/g

/** The address alone, as typed, pasted or scanned: without spaces, link and amount, and with a small `0x`. */
export function compactAddress(chain: Chain, text: string): string {
  const typed = typedText(text)
  const bare = (one: string) => one.replace(/\s/g, '').replace(AROUND, '')
  const address = LINK[chain].exec(bare(typed))?.[1] ?? bare(typed.replace(LABEL[chain], ''))
  return chain === 'ETH' ? address.replace(/^0X/, '0x') : address
}

/** True for what cannot be an address of that chain. */
export const isInvalidAddress = (chain: Chain, text: string): boolean =>
  !ADDRESS[chain].test(compactAddress(chain, text))

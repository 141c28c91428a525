/** The form of an address of each chain; the server verifies its checksum. */
const ADDRESS = {
  BTC: /^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/i,
  ETH: /^0x[0-9a-fA-F]{40}$/,
  TRON: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
} as const
export type Chain = keyof typeof ADDRESS
export const CHAINS: readonly Chain[] = ['BTC', 'ETH', 'TRON']

/** True for what cannot be an address of that chain. */
export const isInvalidAddress = (chain: Chain, text: string): boolean => !ADDRESS[chain].test(text.trim())

export type Funds = 'demo' | 'live'

/** The platform's own currency. */
export interface Currency {
  code: string
  /** Decimals of an amount. */
  scale: number
}

/** Settings that more than one part of the server reads. */
export interface Settings {
  /** Product name as users see it. */
  appName: string
  version: string
  funds: Funds
  currency: Currency
  kefuUrl: string | null
  /** The contact for people without an account-opening code. */
  codeContact: string | undefined
  /** How many proxies in front may be believed about the client's address. */
  trustedProxies: number
  /** Requests per minute and address; 0 turns a limit off. */
  rateLimits: { requests: number; logins: number; registrations: number }
  /** The same limits for every account: orders a minute, and minor units in open orders; 0 is no limit. */
  orderLimits: { perMinute: number; openStakes: bigint }
  /** Whether the house places an example order each minute; with demo funds only. */
  exampleOrders: boolean
  /** How long before it takes effect a change of a product has to be announced. */
  productNoticeMs: number
  /** Where prices come from, as shown on tickets and receipts. */
  feed: string
  /** ISO 3166 countries that are not served: phones and nationalities. */
  blockedCountries: readonly string[]
  /** Minor units that each new demo account starts with. */
  demoGrant: bigint
}

/** Keeps a default within what one operator command may move. */
export const withinCap = (cap: bigint, units: bigint, scale: number) => {
  const value = units * 10n ** BigInt(scale)
  return value < cap ? value : cap
}

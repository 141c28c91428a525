import type { Direction } from '../../contract/orders'
import type { Http } from './http'

export type ProofApi = ReturnType<typeof createProofApi>

/** Signed heads, and the receipts of the user's own orders (contract/proof.ts). */
export const createProofApi = (http: Http) => ({
  /** As it was sent: how a receipt is spelled is checked, too. */
  receipt: (orderId: string) => http.callText('getReceipt', { params: { id: orderId } }),
  /** A result of anyone, by the letters of its code; as it was sent. */
  sharedReceipt: (code: string) => http.callText('getSharedReceipt', { params: { code } }),
  isShared: (orderId: string) => http.call('getShared', { params: { id: orderId } }),
  share: (orderId: string, shared: boolean) => http.call('shareResult', { params: { id: orderId }, body: { shared } }),
  guess: (symbol: string, direction: Direction) => http.call('makeGuess', { body: { symbol, direction } }),
  /** The proven prices of a guess that was accepted at that time. */
  guessPrices: (symbol: string, acceptedAt: number) =>
    http.call('getGuessPrices', { query: { symbol, acceptedAt: String(acceptedAt) } }),
  latestHead: () => http.call('getLatestHead'),
  /** How the orders of all users ended on the present day of UTC. */
  endingsToday: () => http.call('getEndings', { query: { days: '1' } }),
  /** A head with its place in the log of heads. */
  head: (number: number) => http.call('getHead', { params: { number: String(number) } }),
  /** A page of the log of feed events: from that leaf on, or the newest. */
  feeds: (from?: number) => http.call('getFeedEvents', { query: { from: from === undefined ? from : String(from) } }),
  /** The newest checkpoint of the log of heads, a signed note (c2sp.org/tlog-checkpoint). */
  checkpoint: () => http.text('/log/checkpoint'),
  policy: () => http.call('getProofPolicy'),
  consistency: (from: number, to: number) => http.call('getConsistency', { query: { from, to } }),
})

import type { Http } from './http'

export type ProofApi = ReturnType<typeof createProofApi>

/** Signed heads, and the receipts of one's own orders (contract/proof.ts). */
export const createProofApi = (http: Http) => ({
  receipt: (orderId: string) => http.call('getReceipt', { params: { id: orderId } }),
  latestHead: () => http.call('getLatestHead'),
  /** The newest checkpoint of the log of heads, a signed note (c2sp.org/tlog-checkpoint). */
  checkpoint: () => http.text('/log/checkpoint'),
  policy: () => http.call('getProofPolicy'),
  consistency: (from: number, to: number) => http.call('getConsistency', { query: { from, to } }),
})

import type { Http } from './http'

export type ProofApi = ReturnType<typeof createProofApi>

/** Signed heads, and the receipts of one's own orders (contract/proof.ts). */
export const createProofApi = (http: Http) => ({
  receipt: (orderId: string) => http.call('getReceipt', { params: { id: orderId } }),
  latestHead: () => http.call('getLatestHead'),
  policy: () => http.call('getProofPolicy'),
  consistency: (from: number, to: number) => http.call('getConsistency', { query: { from, to } }),
})

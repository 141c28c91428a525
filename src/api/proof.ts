import type { Consistency, Receipt, TreeHead } from '../../contract/proof'
import type { ApiResult, Http } from './http'

/** Signed heads, and the receipts of one's own orders (contract/proof.ts). */
export interface ProofApi {
  receipt(orderId: string): Promise<ApiResult<Receipt>>
  latestHead(): Promise<ApiResult<TreeHead>>
  consistency(from: number, to: number): Promise<ApiResult<Consistency>>
}

export function createProofApi(http: Http): ProofApi {
  return {
    receipt: (id) => http.call('getReceipt', { params: { id } }),
    latestHead: () => http.call('getLatestHead'),
    consistency: (from, to) => http.call('getConsistency', { query: { from, to } }),
  }
}

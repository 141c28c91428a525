import type { Acceptance, OrderTerms } from '../../../contract/proof'
import type { Signer } from './signer'
import { acceptanceText } from './texts'

/** Signs the terms of orders. Ed25519 is deterministic: the same terms give the same acceptance under the same key. */
export const createAcceptor =
  (signer: Signer) =>
  async (terms: OrderTerms): Promise<Acceptance> => ({
    terms,
    signature: (await signer.signMany(acceptanceText(terms))).toString('hex'),
    publicKey: signer.publicKey.toString('hex'),
  })

import type { Acceptance, OrderTerms } from '../../../contract/proof'
import type { Keyring } from './keys'
import type { Signer } from './signer'
import { acceptanceText } from './texts'

/** Signs the terms of orders. Ed25519 is deterministic: the same terms give the same acceptance under the same key. */
export const createAcceptor =
  (keyring: Keyring) =>
  async (terms: OrderTerms, signer?: Signer): Promise<Acceptance> => {
    const { sign, publicKey } = signer ?? (await keyring.current())
    return {
      terms,
      signature: (await sign(acceptanceText(terms))).toString('hex'),
      publicKey: publicKey.toString('hex'),
    }
  }

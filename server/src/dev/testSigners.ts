import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { present } from '../shared/assert'
import { digestOf } from '../shared/signed/signatures'
import { readSignerSet, TEST_SIGNERS } from '../shared/signed/signerSet'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Keys of the test signers. What they sign says nothing, as anybody can make them from these words. */
export const TEST_SECRETS = [1, 2, 3, 4, 5].map((each) => hashOf(`fairtick test signer ${each}`))
export const TEST_SIGNER_SET = present(readSignerSet(TEST_SIGNERS), 'the text is one of a set')

/** The signature of a test signer, as it goes over the wire. */
export function testSignature(index: number, body: Buffer): Buffer {
  const secret = present(TEST_SECRETS[index], 'there are five test signers')
  const signature = secp256k1.sign(digestOf(body), secret, { prehash: false, format: 'recovered' })
  return Buffer.concat([Buffer.from([index]), signature.subarray(1), signature.subarray(0, 1)])
}

/** Crockford's base 32: no letter that could be taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 3
/** 20 bits: four letters. */
const HEX_IN_GROUP = 5

/**
 * The proof code of a result, e.g. "7K3Q-9X2T-AB4C": the first 60 bits of the hash of its leaf in the settlements log
 * (docs/PROOF_FORMAT.md). The code on a picture has to be the one that opens it: test/proof/sharedCode.test.ts.
 */
export function proofCodeOf(leafHash: string): string {
  return Array.from({ length: GROUPS }, (_, group) => {
    const bits = Number.parseInt(leafHash.slice(group * HEX_IN_GROUP, (group + 1) * HEX_IN_GROUP), 16)
    return [15, 10, 5, 0].map((shift) => ALPHABET[(bits >> shift) & 31] ?? '').join('')
  }).join('-')
}

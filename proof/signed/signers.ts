import { sha256Text } from '../hashing'

/** The signers of a price, and for which emitter (docs/PROOF_FORMAT.md, "Signers"). */
export interface SignerSet {
  /** The number by which updates name the set. */
  index: number
  emitterChain: number
  emitter: string
  /** How many of them have to sign. */
  quorum: number
  /** Last 20 bytes of the hash of each signer's key, hex. */
  addresses: readonly string[]
}

const ID_DIGITS = 16
export const signerSetId = (text: string): string => sha256Text(text).slice(0, ID_DIGITS)

/** The guardians of Wormhole but for the first one, whose key changed in 2024. */
const GUARDIANS = [
  'ff6cb952589bde862c25ef4392132fb9d4a42157',
  '114de8460193bdf3a2fcf81f86a09765f4762fd1',
  '107a0086b32d7a0977926a205131d8731d39cbeb',
  '8c82b2fd82faed2711d59af0f2499d16e726f6b2',
  '11b39756c042441be6d8650b69b54ebe715e2343',
  '54ce5b4d348fb74b958e8966e2ec3dbd4958a7cd',
  '15e7caf07c4e3dc8e7c469f92c8cd88fb8005a20',
  '74a3bf913953d695260d88bc1aa25a4eee363ef0',
  '000ac0076727b35fbea2dac28fee5ccb0fea768e',
  'af45ced136b9d9e24903464ae889f5c8a723fc14',
  'f93124b7c738843cbb89e864c862c38cddcccf95',
  'd2cc37a4dc036a8d232b48f62cdd4731412f4890',
  'da798f6896a3331f64b48c12d1d57fd9cbe70811',
  '71aa1be1d36cafe3867910f99c09e347899c19c3',
  '8192b6e7387ccd768277c17dab1b7a5027c0b3cf',
  '178e21ad2e77ae06711549cfbb1f9c7a9d8096e8',
  '5e1487f35515d02a92753504a8d75471b9f49edb',
  '6fbebc898f403e4773e95feb15e80c9a99c8348d',
]
const WORMHOLE = '26|e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71|13|'

/** Those that Pyth has published: two sets of Wormhole's guardians, and the five routers that sign since August 2026. */
export const PUBLISHED_SIGNERS: readonly string[] = [
  `signers|1|3|${WORMHOLE}${['58cc3ae5c097b213ce3c81979e1b9f9570746aa5', ...GUARDIANS].join()}`,
  `signers|1|4|${WORMHOLE}${['5893b5a76c3f739645648885bdccc06cd70a3cd3', ...GUARDIANS].join()}`,
  `signers|1|5|26|507974686e6574507974686e6574507974686e6574507974686e657450797468|3|${[
    '41534bb176e461a3fb30479400f210549ecce638',
    '6502987b62f21cab7eb5ccd8f0173084b60d5b41',
    '44a3e8f6a382412cf6bb90a3f8106e68977476c9',
    'd9d7d4529577864352c9a6539a48238fcd447052',
    '1663a5a822336ece48559b1dfb1e93a017a7dac3',
  ].join()}`,
]

/** The two earlier ones. What holders of these keys sign today is no price of Pyth. */
const RETIRED_IDS: ReadonlySet<string> = new Set(PUBLISHED_SIGNERS.slice(0, 2).map((text) => signerSetId(text)))
/** September 2026, seconds since 1970: since August, only the routers have signed. */
const RETIRED_FROM = 1_788_220_800

/** Whether a set signed prices no more in that second. */
export const isRetired = (id: string, second: number): boolean => RETIRED_IDS.has(id) && second >= RETIRED_FROM

/** The test signers of development: anybody can make their keys, so a result that they decide proves nothing (id of the set). */
export const TEST_SET_ID = 'c566c5b6b5a8d098'

const TEXT =
  /^signers\|1\|(0|[1-9]\d{0,9})\|(0|[1-9]\d{0,4})\|([0-9a-f]{64})\|([1-9]\d?)\|([0-9a-f]{40}(?:,[0-9a-f]{40}){0,63})$/

/** A set from its text; undefined for anything else. */
export function parseSignerSet(text: string): SignerSet | undefined {
  const [, index = '', emitterChain = '', emitter = '', quorum = '', list = ''] = TEXT.exec(text) ?? []
  const addresses = list.split(',')
  const isOne =
    list !== '' &&
    new Set(addresses).size === addresses.length &&
    Number(quorum) <= addresses.length &&
    Number(index) < 2 ** 32 &&
    Number(emitterChain) < 2 ** 16
  return isOne
    ? { index: Number(index), emitterChain: Number(emitterChain), emitter, quorum: Number(quorum), addresses }
    : undefined
}

/**
 * The sets that this app knows, by id: the published ones, and those that its build names.
 * @param built texts of sets with spaces between
 */
export function knownSigners(built: string): ReadonlyMap<string, SignerSet> {
  const texts = [...PUBLISHED_SIGNERS, ...built.split(/\s+/)]
  return new Map(
    texts.flatMap((text) => {
      const set = parseSignerSet(text)
      return set ? [[signerSetId(text), set] as const] : []
    }),
  )
}

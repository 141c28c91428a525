import { createHash, verify, X509Certificate } from 'node:crypto'

/** Time stamps of RFC 3161, as far as a monitor needs them. */

/** A value of DER (X.690): its tag, its content, and the bytes of both with the length. */
interface Der {
  tag: number
  content: Buffer
  whole: Buffer
}

const SEQUENCE = 0x30
const OID = 0x06
const OCTETS = 0x04
const GENERALIZED_TIME = 0x18
/** Context-specific tags, constructed. */
const [FIRST, SET] = [0xa0, 0x31]
const NAMES: Record<string, string> = {
  '2a864886f70d010702': 'signedData',
  '2a864886f70d0109100104': 'tstInfo',
  '2a864886f70d010904': 'messageDigest',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
}
/** The extended use of a certificate that may sign times. */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** The values one after the other in some bytes; throws for anything else. */
function valuesIn(bytes: Buffer): Der[] {
  const values: Der[] = []
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2)
    const width = first < 0x80 ? 0 : first & 0x7f
    if (width > 4 || at + 2 + width > bytes.length) throw new Error('this is not DER')
    const length = width === 0 ? first : bytes.readUIntBE(at + 2, width)
    const begin = at + 2 + width
    if (begin + length > bytes.length) throw new Error('this is not DER')
    values.push({ tag, content: bytes.subarray(begin, begin + length), whole: bytes.subarray(at, begin + length) })
    at = begin + length
  }
  return values
}

function part(values: readonly Der[], index: number, tag: number): Der {
  const value = values[index]
  if (value?.tag !== tag) throw new Error('this is not a time stamp')
  return value
}
const partsOf = (value: Der): Der[] => valuesIn(value.content)
const nameOf = (oid: Der): string => NAMES[oid.content.toString('hex')] ?? ''
/** The name of the algorithm in an AlgorithmIdentifier. */
const algorithmOf = (value: Der): string => nameOf(part(partsOf(value), 0, OID))

/** YYYYMMDDhhmmss, with or without a fraction, and Z. */
function timeIn(text: string): number {
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,6})?Z$/.exec(text) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(at)) throw new Error('this time stamp has no time')
  return at
}

/** Whether a certificate, valid then and made to sign times, is one of these or was issued by one of them, directly or by one in between. */
function isTrusted(
  certificate: X509Certificate,
  trusted: readonly X509Certificate[],
  between: readonly X509Certificate[],
  at: number,
) {
  const isValid = (each: X509Certificate) => Date.parse(each.validFrom) <= at && at <= Date.parse(each.validTo)
  const isIssuedBy = (one: X509Certificate, issuer: X509Certificate) =>
    one.checkIssued(issuer) && one.verify(issuer.publicKey)
  const isKnown = (one: X509Certificate) =>
    trusted.some((each) => each.fingerprint256 === one.fingerprint256 || isIssuedBy(one, each))
  const mayStamp = certificate.keyUsage?.includes(TIME_STAMPING) ?? false
  const issuers = between.filter((each) => each.ca && isValid(each) && isIssuedBy(certificate, each))
  return mayStamp && isValid(certificate) && (isKnown(certificate) || issuers.some(isKnown))
}

/**
 * When an authority says that a text was there, in ms since 1970. Throws a sentence unless the reply is granted, has the hash of this
 * text, and is signed by the authority of one of these certificates (PEM, one after the other).
 */
export function stampedAt(reply: Buffer, text: string, certificates: string): number {
  const [status, token] = partsOf(part(valuesIn(reply), 0, SEQUENCE))
  if (!status || !token || ![0, 1].includes(partsOf(status)[0]?.content[0] ?? 9)) throw new Error('it was not granted')
  const signed = partsOf(part(partsOf(part(partsOf(token), 1, FIRST)), 0, SEQUENCE))
  if (nameOf(part(partsOf(token), 0, OID)) !== 'signedData') throw new Error('this is not a time stamp')
  const about = partsOf(part(signed, 2, SEQUENCE))
  const info = part(partsOf(part(about, 1, FIRST)), 0, OCTETS).content
  const fields = partsOf(part(valuesIn(info), 0, SEQUENCE))
  const [algorithm, hash] = partsOf(part(fields, 2, SEQUENCE))
  const own = createHash('sha256').update(text).digest()
  if (
    nameOf(part(about, 0, OID)) !== 'tstInfo' ||
    !algorithm ||
    algorithmOf(algorithm) !== 'sha256' ||
    !hash?.content.equals(own)
  )
    throw new Error('it is about something else')
  const at = timeIn(part(fields, 4, GENERALIZED_TIME).content.toString('ascii'))
  checkSignature(signed, info, certificates, at)
  return at
}

/** Throws unless one signer of a SignedData (RFC 5652, section 5) is of a trusted certificate and has signed the content. */
function checkSignature(signed: readonly Der[], info: Buffer, certificates: string, at: number): void {
  const trusted = (certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  )
  const included = (signed[3]?.tag === FIRST ? partsOf(signed[3]) : []).map(({ whole }) => new X509Certificate(whole))
  const [signer] = partsOf(part(signed, signed.length - 1, SET))
  if (!signer) throw new Error('nobody has signed it')
  const parts = partsOf(signer)
  const [digest, attributes] = [part(parts, 2, SEQUENCE), part(parts, 3, FIRST)]
  const algorithm = algorithmOf(digest)
  if (!algorithm) throw new Error('it is signed over a hash that this program does not know')
  const said = partsOf(attributes)
    .map(partsOf)
    .find(([oid]) => oid && nameOf(oid) === 'messageDigest')
  const hash = said?.[1] && partsOf(said[1])[0]?.content
  // The signature is that of the attributes under the tag of a set.
  const content = Buffer.concat([Buffer.from([SET]), attributes.whole.subarray(1)])
  const signature = part(parts, 5, OCTETS).content
  const isSigned =
    hash?.equals(createHash(algorithm).update(info).digest()) &&
    [...included, ...trusted].some(
      (each) => isTrusted(each, trusted, included, at) && verify(algorithm, content, each.publicKey, signature),
    )
  if (!isSigned) throw new Error('it is not signed by the authority whose certificate was given')
}

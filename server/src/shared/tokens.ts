import { hash, randomBytes, randomInt } from 'node:crypto'

/** An opaque secret of 256 bits for the client, and the only form of it that is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** SHA-256 is enough here: the token itself is random, so there is nothing to guess. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** No 0/O, 1/I/L: a code is read aloud and typed from paper. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A random account-opening code of 8 characters. */
export const newOpeningCode = (): string =>
  Array.from({ length: 8 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

import { createHash, randomInt } from 'node:crypto'
import { CODE_ALPHABET } from '../shared/tokens'

const GROUPS = 3
const GROUP_LENGTH = 4

/** A code for paper and telephone: 12 characters (59 bits) without look-alikes, as `AB2C-D3EF-GH4J`. */
export function newOneTimeCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** The only form in which a code is stored; the user is part of it. Case, spaces and hyphens do not matter. */
export const hashOneTimeCode = (userId: bigint, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId} ${code.toUpperCase().replace(/[\s-]/g, '')}`)
    .digest()

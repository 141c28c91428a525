import { createHash, randomInt } from 'node:crypto'
import type { Tx } from '../database/database'
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

export interface IssuedCode {
  code: string
  expiresAt: Date
}

/**
 * In the caller's transaction: a code for one user and one kind of password; it replaces an earlier one. Shown once,
 * stored as a hash.
 */
export async function issueOneTimeCode(
  tx: Tx,
  table: 'change_code' | 'reset_code',
  { userId, kind, issuedBy }: { userId: bigint; kind: 'login' | 'trade'; issuedBy: string },
  nowMs: number,
  validMs: number,
): Promise<IssuedCode> {
  const code = newOneTimeCode()
  const expiresAt = new Date(nowMs + validMs)
  await tx.query(
    `insert into ${table} (user_id, kind, code_hash, issued_by, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, kind) do update set code_hash = excluded.code_hash, issued_by = excluded.issued_by,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [userId, kind, hashOneTimeCode(userId, code), issuedBy, new Date(nowMs), expiresAt],
  )
  return { code, expiresAt }
}

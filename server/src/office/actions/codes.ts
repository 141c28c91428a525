import { ok } from '../../shared/result'

/** The code is shown once, to the person who completes the action; the audit log does not hold it. */
export function issuedCode(kind: string, issued: { code: string; expiresAt: Date }) {
  const expiresAt = issued.expiresAt.toISOString()
  return ok({ details: { kind, expiresAt }, result: { code: issued.code, expiresAt } })
}

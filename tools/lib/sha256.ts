import { createHash } from 'node:crypto'

/** The function of proof/sha256.ts, by Node.js: the built programs have this one in its place. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

import type { Currency } from '../shared/settings'

/** Requests to the decoding process (server/src/decoder.ts). */
export type Question =
  | { kind: 'picture'; bytes: Uint8Array }
  | { kind: 'statement'; bytes: Uint8Array; currency: Currency }

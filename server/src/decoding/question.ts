import type { Currency } from '../shared/settings'

/** What the process that decodes (server/src/decoder.ts) is asked. */
export type Question =
  | { kind: 'picture'; bytes: Uint8Array }
  | { kind: 'statement'; bytes: Uint8Array; currency: Currency }

import type { BankFile, NamedBankFile } from '../../../contract/bankFiles'
import type { Currency } from '../shared/settings'

/** Requests to the decoding process (server/src/decoder.ts). */
export type Question =
  | { kind: 'picture'; bytes: Uint8Array }
  | { kind: 'statement'; bytes: Uint8Array; currency: Currency; files?: NamedBankFile[]; wanted?: string | undefined }
  /** Without a description it suggests one. */
  | { kind: 'preview'; bytes: Uint8Array; currency: Currency; description?: BankFile | undefined }

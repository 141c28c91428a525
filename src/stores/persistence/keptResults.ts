import type { ReceiptResult } from '../../domain/proof/sameOrder'
import { readJson, writeJson } from '../../platform/storage'

const KEY = 'results'
const VERSION = 1
/** Most results to keep, some 300 bytes each; the oldest go first. */
const MAX = 2_000
/** This many if the device has no room for all. */
const FEW = 200

/** How a verified order ended, and the signed checkpoint under which it was verified. */
export interface KeptResult extends ReceiptResult {
  /** With the log's own signatures alone. */
  checkpoint: string
  /** Its prices were sealed late, so that it does not count as verified (`isFixedInTime`). */
  late?: boolean
}

/** Its amount is minor units. */
export type VerifiedResult = Pick<ReceiptResult, 'status' | 'profitLoss'>

/** Id of the order, proof code, status, result, checkpoint, and for a late one that it is. */
type Row = [
  id: string,
  code: string,
  status: ReceiptResult['status'],
  profitLoss: string,
  checkpoint: string,
  late?: string,
]

const isRow = (value: unknown): value is Row =>
  Array.isArray(value) && (value.length === 5 || value.length === 6) && value.every((each) => typeof each === 'string')

const readAll = (): Row[] =>
  readJson(KEY, VERSION, (value) => (Array.isArray(value) ? value.filter(isRow) : undefined)) ?? []

/** The results that this device has verified, so that another result of the same order shows (docs/PROOF_DESIGN.md, "Results"). */
export const deviceResults = {
  read(orderId: string): KeptResult | undefined {
    const row = readAll().find(([id]) => id === orderId)
    if (!row) return undefined
    const [, code, status, profitLoss, checkpoint, late] = row
    return { code, status, profitLoss, checkpoint, ...(late ? { late: true } : {}) }
  },
  /** How the orders ended whose result counts as verified, by their ids. */
  verified(): ReadonlyMap<string, VerifiedResult> {
    const rows = readAll().filter(([, , , , , late]) => !late)
    return new Map(rows.map(([id, , status, profitLoss]) => [id, { status, profitLoss }]))
  },
  /** Keeps the first result of an order. */
  write(orderId: string, { code, status, profitLoss, checkpoint, late }: KeptResult): void {
    const all = readAll()
    if (all.some(([id]) => id === orderId)) return
    const row: Row = [orderId, code, status, profitLoss, checkpoint]
    if (late) row.push('late')
    const rows = [...all, row].slice(-MAX)
    if (!writeJson(KEY, VERSION, rows)) writeJson(KEY, VERSION, rows.slice(-FEW))
  },
}

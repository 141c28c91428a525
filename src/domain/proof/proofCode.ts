import type { ReceiptOrder } from '../../../contract/proof'
import { proofCodeOf } from '../../../contract/proofCode'
import { leafHash } from './hashing'
import { settledText } from './results'

/** The result of an order as twelve letters to read out. */
export const proofCode = (order: ReceiptOrder): string => proofCodeOf(leafHash(settledText(order)))

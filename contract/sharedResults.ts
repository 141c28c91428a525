import Type from 'typebox'
import { closed, type Infer } from './common'

/**
 * PUT /orders/:id/shared: whether anyone may open the receipt of a closed order by its proof code. Codes follow from the
 * public log, so a receipt is open only while its user wants it to be.
 */
export const ShareResult = closed({ shared: Type.Boolean() })
export type ShareResult = Infer<typeof ShareResult>

/** GET /orders/:id/shared, and what the PUT answers. */
export const SharedState = closed({ shared: Type.Boolean() })
export type SharedState = Infer<typeof SharedState>

/** GET /proof/shared/:code: the receipt as its owner gets it; `not_found` for a code that nobody shares. */
export const SharedParams = closed({
  code: Type.String({
    pattern: '^[0-9A-HJKMNP-TV-Z]{12}$',
    description: 'The proof code of docs/PROOF_FORMAT.md without dashes',
  }),
})

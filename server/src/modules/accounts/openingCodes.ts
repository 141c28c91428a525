import { Counter } from 'prom-client'
import type { Database, Tx } from '../../database/database'
import type { Metrics } from '../../shared/metrics'
import { networkOf } from '../../shared/networks'
import { newOpeningCode } from '../../shared/tokens'
import { parseOpeningCode } from './identity'
import { beginLogin, endLogin, LOGIN_RULE } from './loginLanes'
import * as repository from './repository'

/** PRODUCT.md 9.3: wrong codes are counted as wrong logins are, together for all codes; people mistype more of these. */
const CODE_RULE = { ...LOGIN_RULE, budget: 300 }
/** No account has this name: it has a space. */
const COUNTED_AS = 'opening code'
const TRIES = 8

/** The code if it exists; with `waitMs` above 0 this network may not try one yet. */
export interface CheckedCode {
  code?: string
  waitMs: number
}

export function createOpeningCodes({ database, metrics }: { database: Database; metrics: Metrics }) {
  const wrong = new Counter({
    name: 'fairtick_opening_codes_wrong_total',
    help: 'Account-opening codes that do not exist (outcome "unknown"), and tries that had to wait because of them ("held")',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  for (const outcome of ['unknown', 'held']) wrong.inc({ outcome }, 0)

  /** Counts the try before it looks, in one transaction: however many come at once, only wrong codes stay counted. */
  return async (text: string, address: string, now: number): Promise<CheckedCode> => {
    const code = parseOpeningCode(text)
    if (code === undefined) return { waitMs: 0 }
    const lane = { account: COUNTED_AS, name: `network ${networkOf(address)}`, isStranger: true }
    const checked = await database.withTransaction(async (tx): Promise<CheckedCode> => {
      const { waitMs } = await beginLogin(tx, lane, now, CODE_RULE)
      if (waitMs > 0) return { waitMs }
      if (!(await repository.openingCodeExists(tx, code))) return { waitMs: 0 }
      await endLogin(tx, lane)
      return { code, waitMs: 0 }
    })
    if (checked.waitMs > 0) wrong.inc({ outcome: 'held' })
    else if (checked.code === undefined) wrong.inc({ outcome: 'unknown' })
    return checked
  }
}

/** A new account-opening code; `issuedBy` is the operator, or null for a user's own. */
export async function issueOpeningCode(tx: Tx, issuedBy: string | null): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const code = newOpeningCode()
    if (await repository.insertOpeningCode(tx, code, issuedBy)) return code
  }
  throw new Error('No free account-opening code was found')
}

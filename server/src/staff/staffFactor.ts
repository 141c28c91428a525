import type { StaffFactor } from '../../../contract/staffSignIn'
import { ok, type Result, refuse } from '../shared/result'
import type { Sealer } from '../shared/sealing'
import type { StaffDeps } from './deps'
import { isSignedBy } from './staffPasskeyCheck'
import * as repository from './staffRepository'
import { newSecret, stepOf } from './staffTotp'
import { clearTries, countTry, type StaffTry } from './staffTries'
import { recordWrongFactor } from './wrongFactors'

/** The secret of an authenticator is bound to the login, which never changes. */
const contextOf = (login: string) => `staff ${login} second factor`

export const sealNewSecret = (sealer: Sealer, login: string): string => sealer.seal(newSecret(), contextOf(login))

export const openSecret = (sealer: Sealer, row: { login: string; sealed_secret: string }): Buffer =>
  sealer.open(row.sealed_secret, contextOf(row.login))

/** When the second factor is asked for: which count its tries have, and which counts a right one clears. */
const OCCASIONS = {
  staff_login: { counted: 'factor', clears: ['sign_in', 'factor'] },
  staff_confirm: { counted: 'confirm', clears: ['confirm'] },
} satisfies Record<string, { counted: StaffTry; clears: StaffTry[] }>
type Occasion = keyof typeof OCCASIONS

/** A passkey, or else the code of the authenticator, which counts once. */
async function isRight(
  deps: StaffDeps,
  row: repository.StaffRow,
  { code, passkey }: StaffFactor,
  occasion: Occasion,
): Promise<boolean> {
  if (passkey) return isSignedBy(deps, row.id, passkey, occasion)
  const step = stepOf(openSecret(deps.sealer, row), code ?? '', deps.clock.now())
  return step !== undefined && repository.takeStep(deps.database, row, step)
}

export type FactorProblem = 'code_wrong' | 'passkey_wrong' | 'rate_limited'

/** Checks a person's second factor; each try is counted first, and a wrong one is recorded. */
export async function checkFactor(
  deps: StaffDeps,
  row: repository.StaffRow,
  factor: StaffFactor,
  occasion: Occasion,
): Promise<Result<undefined, FactorProblem>> {
  const { counted, clears } = OCCASIONS[occasion]
  const locks = await countTry(deps.database, counted, row.login, deps.clock.now())
  if (!locks.ok) return locks
  if (!(await isRight(deps, row, factor, occasion))) {
    await recordWrongFactor(deps, row.login, factor, locks.value)
    return refuse(factor.passkey ? 'passkey_wrong' : 'code_wrong')
  }
  await clearTries(deps.database, row.login, clears)
  return ok(undefined)
}

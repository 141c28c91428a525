import type { CheckRegistration, CompleteRegistration, RegistrationTicket } from '../../../../contract/accounts'
import type { Tx } from '../../database/database'
import { assert } from '../../shared/assert'
import { newId } from '../../shared/ids'
import { ok, type Result, refuse } from '../../shared/result'
import { hashToken, newToken } from '../../shared/tokens'
import { claimPhone, keepUserPhone, phoneMarks, phoneOfRegistration, sealRegistrationPhone } from '../../users/phones'
import type { AccountsBase } from './deps'
import { isInvalidAccount, parsePhone } from './identity'
import { type createOpeningCodes, issueOpeningCode } from './openingCodes'
import { hashPassword, isWeakLoginPassword } from './passwords'
import * as repository from './repository'
import { isInvalidTradePassword, isWeakTradePassword } from './tradePassword'

export type RegistrationRefusal =
  | 'account_invalid'
  | 'account_taken'
  | 'country_blocked'
  | 'opening_code_unknown'
  | 'phone_invalid'
  | 'phone_taken'
  | 'rate_limited'

export type CompletionRefusal =
  | 'account_taken'
  | 'login_password_weak'
  | 'registration_expired'
  | 'terms_not_accepted'
  | 'trade_password_invalid'
  | 'trade_password_weak'

/** How long step one keeps account and phone for step two. */
export const REGISTRATION_TTL_MS = 15 * 60_000

/** Step one: checks the input and reserves account and phone. */
export async function checkRegistration(
  deps: AccountsBase & { checkOpeningCode: ReturnType<typeof createOpeningCodes> },
  input: CheckRegistration,
  address: string,
): Promise<Result<RegistrationTicket, RegistrationRefusal>> {
  if (isInvalidAccount(input.account)) return refuse('account_invalid')
  const phone = parsePhone(input.phoneCountry, input.phone)
  if (phone === undefined) return refuse('phone_invalid')
  if (deps.config.blockedCountries.includes(input.phoneCountry)) return refuse('country_blocked')
  const now = deps.clock.now()
  const checked = await deps.checkOpeningCode(input.openingCode, address, now)
  if (checked.waitMs > 0) return refuse('rate_limited', { retryAfterSeconds: Math.ceil(checked.waitMs / 1000) })
  const { code } = checked
  if (code === undefined) return refuse('opening_code_unknown')
  const { token, hash } = newToken()
  const expiresAt = new Date(now + REGISTRATION_TTL_MS)
  const marks = phoneMarks(deps.sealer, phone)
  const replaced = input.replaces === undefined ? null : hashToken(input.replaces)

  return deps.database.attempt(async (tx) => {
    await repository.releaseRegistrations(tx, {
      now: new Date(now),
      account: input.account,
      phoneMarks: marks,
      replaced,
    })
    const reserved = await reserve(deps, tx, hash, phone, {
      account: input.account,
      phone_country: input.phoneCountry,
      opening_code: code,
      expiresAt,
    })
    // Our own reservation counts as taken, too, so look only for users.
    const taken = reserved
      ? await repository.findUsersWith(tx, input.account, marks)
      : await repository.findTaken(tx, input.account, marks)
    if (taken.account || taken.phone) return refuse(taken.account ? 'account_taken' : 'phone_taken')
    return reserved
      ? ok({ registrationToken: token, expiresAt: expiresAt.toISOString() })
      : // Someone else's reservation expired between the two statements: the next try succeeds.
        refuse('account_taken')
  })
}

type Reservation = Omit<repository.NewRegistration, 'sealedPhone'>

/** False, and nothing is left of it, when account or phone is somebody's or reserved. */
async function reserve({ sealer }: AccountsBase, tx: Tx, tokenHash: Buffer, phone: string, row: Reservation) {
  const sealedPhone = sealRegistrationPhone(sealer, tokenHash, phone)
  if (!(await repository.insertRegistration(tx, tokenHash, { ...row, sealedPhone }))) return false
  if (await claimPhone(tx, sealer, { registration: tokenHash }, phone)) return true
  await repository.deleteRegistration(tx, tokenHash)
  return false
}

/** Step two: turns the ticket into an account with its passwords, ledger accounts and, for demo funds, its start. */
export async function completeRegistration(
  deps: AccountsBase,
  input: CompleteRegistration,
): Promise<Result<{ account: string }, CompletionRefusal>> {
  const tokenHash = hashToken(input.registrationToken)
  const now = new Date(deps.clock.now())
  if (!(await repository.findRegistration(deps.database, tokenHash, now))) return refuse('registration_expired')
  // Terms that changed while the form was open have to be read again.
  const terms = await repository.findTerms(deps.database)
  if (terms && terms.getTime() !== Date.parse(input.termsVersion ?? '')) return refuse('terms_not_accepted')
  if (isWeakLoginPassword(input.loginPassword)) return refuse('login_password_weak')
  if (isInvalidTradePassword(input.tradePassword)) return refuse('trade_password_invalid')
  if (isWeakTradePassword(input.tradePassword)) return refuse('trade_password_weak')
  const [loginPasswordHash, tradePasswordHash] = await Promise.all([
    hashPassword(input.loginPassword),
    hashPassword(input.tradePassword),
  ])
  return deps.database.attempt(async (tx) => {
    const registration = await repository.takeRegistration(tx, tokenHash, now)
    if (!registration) return refuse('registration_expired')
    const { account, phone_country, opening_code: invitedBy } = registration
    const phone = phoneOfRegistration(deps.sealer, tokenHash, registration)
    if (phone === undefined) return refuse('registration_expired')
    const user = { account, phone_country, phone, invitedBy, loginPasswordHash, tradePasswordHash }
    const id = await createUser(deps, tx, user)
    if (id === undefined) return refuse('account_taken')
    if (terms) await repository.keepConsent(tx, id, terms, now)
    await deps.accountLimits.joinPerson(tx, id)
    return ok({ account })
  })
}

/**
 * Adds a user with their own opening code, their ledger accounts and, with demo funds, the starting grant.
 * Undefined when account or phone exists; the caller then rolls back.
 */
export async function createUser(
  deps: Pick<AccountsBase, 'config' | 'ledger' | 'sealer'>,
  tx: Tx,
  { phone, ...user }: Omit<repository.NewUser, 'openingCode'> & { phone: string },
): Promise<bigint | undefined> {
  const openingCode = await issueOpeningCode(tx, null)
  const id = await repository.insertUser(tx, { ...user, openingCode })
  if (id === undefined) return undefined
  if (!(await keepUserPhone(tx, deps.sealer, id, phone))) return undefined
  await deps.ledger.openAccounts(tx, id)
  if (deps.config.funds === 'demo') await grantDemoFunds(deps, tx, id)
  return id
}

export async function grantDemoFunds(
  { config, ledger }: Pick<AccountsBase, 'config' | 'ledger'>,
  tx: Tx,
  userId: bigint,
): Promise<void> {
  const amount = config.demoGrant
  const { outcome } = await ledger.post(tx, {
    userId,
    kind: 'demoGrant',
    reference: newId(),
    postings: [
      { account: 'funding', amount: -amount },
      { account: 'available', amount },
    ],
  })
  assert(outcome === 'posted', 'an account takes a demo grant')
}

import type { Tx } from '../../database/database'
import { lockAccount } from '../../users/accountLock'
import { marksOfDocument } from '../../users/documents'
import { phoneOfUser } from '../../users/phones'
import { notifyUser } from '../../users/userEvents'
import { findBreakInForce, isLonger } from './breakRules'
import type { AccountLimitsDeps } from './deps'
import * as repository from './repository'

/** The marks of the user's person, by each sealing key: of the phone number, and of the verified document. */
export async function marksOfPerson(tx: Tx, { sealer }: AccountLimitsDeps, userId: bigint): Promise<Buffer[]> {
  const person = await repository.findPerson(tx, userId)
  if (!person) return []
  const phone = phoneOfUser(sealer, userId, person)
  const document = await repository.findDocument(tx, userId)
  return [
    ...(phone === undefined ? [] : sealer.marks(phone, 'phone of a person')),
    ...(document ? marksOfDocument(sealer, userId, document) : []),
  ]
}

/** For a new account or a newly verified document: a break of the same person applies to this account, too. */
export async function joinPerson(deps: AccountLimitsDeps, tx: Tx, userId: bigint): Promise<void> {
  const marks = await marksOfPerson(tx, deps, userId)
  const known = await repository.findPersonBreak(tx, marks, new Date(deps.clock.now()))
  if (!known) return
  // For the marks that the person has only now.
  await repository.savePersonBreak(tx, marks, known)
  const own = await repository.findBreak(tx, userId)
  // An account that has already asked to continue is not held again for the same break.
  if (own && !isLonger(known, own)) return
  await repository.saveBreak(tx, userId, known)
  await notifyUser(tx, userId, ['account_limits'])
}

/** Before an account is deleted, while it still names its person: its break holds for a later account. */
export async function leavePerson(deps: AccountLimitsDeps, tx: Tx, userId: bigint): Promise<void> {
  const own = await findBreakInForce(tx, userId, deps.clock.now())
  if (own) await repository.savePersonBreak(tx, await marksOfPerson(tx, deps, userId), own)
}

/** For a new phone number of an account: breaks of its person and its own hold for both. */
export async function followPerson(deps: AccountLimitsDeps, tx: Tx, userId: bigint): Promise<void> {
  await lockAccount(tx, userId)
  // The longer one first: it becomes the account's own.
  await joinPerson(deps, tx, userId)
  await leavePerson(deps, tx, userId)
}

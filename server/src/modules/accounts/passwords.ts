import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../../shared/turns'
import { isInvalidTradePassword, isWeakTradePassword } from './tradePassword'

/** argon2id with 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash takes 50 ms of one of the four threads on which signatures of orders and files wait as well: one stays theirs, however
 * many log in. Whoever waits takes 5 s at most.
 */
const inTurn = createTurns(3, 300)

const LOGIN_LENGTH_MIN = 8
const LOGIN_LENGTH_MAX = 64
const COMMON_COUNT = 3_000

let common: ReadonlySet<string> | undefined

/** The most common passwords among those long enough to be accepted, most common first in the source list. */
function commonPasswords(): ReadonlySet<string> {
  // Loaded with the first password that somebody chooses: the list is ten times as long.
  const load = (): typeof import('@zxcvbn-ts/language-common') => require('@zxcvbn-ts/language-common')
  common ??= new Set(
    load()
      .dictionary['passwords-common'].filter((word) => word.length >= LOGIN_LENGTH_MIN)
      .slice(0, COMMON_COUNT),
  )
  return common
}

/** The same characters typed on another keyboard or system must give the same bytes. */
const normalise = (password: string) => password.normalize('NFKC')

/** PRODUCT.md 9.2: 8 to 64 characters, none of the 3,000 most common. */
export function isWeakLoginPassword(password: string): boolean {
  const text = normalise(password)
  const length = [...text].length
  return length < LOGIN_LENGTH_MIN || length > LOGIN_LENGTH_MAX || commonPasswords().has(text.toLowerCase())
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalise(password), ARGON2))

let decoy: Promise<string> | undefined

/** Compares with `stored`; without one (unknown account) it does the same work and returns false. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('an account that does not exist')
  const against = stored ?? (await decoy)
  const matches = await inTurn(() => verify(against, normalise(password)))
  return stored !== undefined && matches
}

/** The rules and hashes that the security module needs. */
export const passwords = {
  verify: verifyPassword,
  hash: hashPassword,
  isWeakLogin: isWeakLoginPassword,
  isInvalidTrade: isInvalidTradePassword,
  isWeakTrade: isWeakTradePassword,
}

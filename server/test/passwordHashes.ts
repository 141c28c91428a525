import { present } from '../src/shared/assert'
import { LOGIN_PASSWORD, TRADE_PASSWORD } from './personal'

type Argon2 = typeof import('@node-rs/argon2')

const VARIABLE = 'FAIRTICK_TEST_PASSWORD_HASHES'

/**
 * Hashes the two passwords of the users that tests register, for a whole run. A hash is made to cost 50 ms of a core: with
 * three per user they were a seventh of what the server's tests took.
 */
export async function hashTestPasswords(hash: (password: string) => Promise<string>) {
  const pairs = [LOGIN_PASSWORD, TRADE_PASSWORD].map(async (password) => [password, await hash(password)])
  process.env[VARIABLE] = JSON.stringify(Object.fromEntries(await Promise.all(pairs)))
}

/** The library, with the run's hashes for these two passwords; for every other password it is the library itself. */
export function withTestPasswords(library: Argon2): Argon2 {
  const hashes: Partial<Record<string, string>> = JSON.parse(present(process.env[VARIABLE], 'the global set-up ran'))
  return {
    ...library,
    hash: async (password, options) => hashes[String(password)] ?? library.hash(password, options),
    verify: async (stored, password) => hashes[String(password)] === stored || library.verify(stored, password),
  }
}

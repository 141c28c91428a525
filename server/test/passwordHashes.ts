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

/** Gives the library the run's hashes for these two passwords; every other password it hashes itself. Once per worker. */
export function giveTestPasswords(library: Argon2 & { forTests?: true }) {
  if (library.forTests) return
  const hashes: Partial<Record<string, string>> = JSON.parse(present(process.env[VARIABLE], 'the global set-up ran'))
  const { hash, verify } = library
  Object.assign(library, {
    forTests: true,
    hash: async (...[password, ...rest]: Parameters<typeof hash>) =>
      hashes[String(password)] ?? hash(password, ...rest),
    verify: async (...[stored, password, ...rest]: Parameters<typeof verify>) =>
      hashes[String(password)] === stored || verify(stored, password, ...rest),
  })
}

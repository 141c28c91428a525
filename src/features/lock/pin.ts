import { asciiBytes, fromHex, toHex } from '../../../proof/bytes'
import { slowHash } from '../../domain/pinHash'
import { secureRandomBytes } from '../../platform/secureRandom'
import { nextTask } from '../../platform/tasks'
import { readAppLock, removeAppLock, writeAppLock } from '../../stores/persistence/appLock'

export const PIN_LENGTH = 6
/** After so many wrong PINs the session ends (PRODUCT.md 9.10). */
export const TRIES = 5
const SALT_BYTES = 16
const ROUNDS = 10_000

const hashOf = async (pin: string, salt: string, rounds: number) =>
  toHex(await slowHash(asciiBytes(pin), fromHex(salt) ?? new Uint8Array(), rounds, nextTask))

/** Turns the lock on. False if the device cannot keep it. */
export async function setPin(pin: string, afterMs: number): Promise<boolean> {
  const salt = toHex(await secureRandomBytes(SALT_BYTES))
  const hash = await hashOf(pin, salt, ROUNDS)
  return writeAppLock({ salt, hash, rounds: ROUNDS, afterMs, wrong: 0, device: '' })
}

export type Tried = { kind: 'right' } | { kind: 'wrong'; left: number } | { kind: 'over' }

/**
 * Compares a PIN. A try counts before its hash is made, so that a page that is closed in the meantime gives no further one;
 * with the last one the lock is over, and so has to be the session.
 */
export async function tryPin(pin: string): Promise<Tried> {
  const lock = readAppLock()
  if (!lock) return { kind: 'over' }
  const wrong = lock.wrong + 1
  if (wrong > TRIES || !writeAppLock({ ...lock, wrong })) return { kind: 'over' }
  if ((await hashOf(pin, lock.salt, lock.rounds)) === lock.hash) {
    writeAppLock({ ...lock, wrong: 0 })
    return { kind: 'right' }
  }
  if (wrong < TRIES) return { kind: 'wrong', left: TRIES - wrong }
  removeAppLock()
  return { kind: 'over' }
}

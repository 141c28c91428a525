import type { WitnessPolicy } from '../../../proof/witnesses'
import { readJson, writeJson } from '../../platform/storage'

const KEY = 'witnessPolicy'
const VERSION = 1

function parse(value: unknown): WitnessPolicy | undefined {
  const { witnesses, needed } = (value ?? {}) as Partial<WitnessPolicy>
  const whole =
    Array.isArray(witnesses) && witnesses.every((key) => typeof key === 'string') && typeof needed === 'number'
  return whole ? { witnesses, needed } : undefined
}

/** The witnesses that the server first named to this device, which accepts no others from it later. */
export const keptWitnessPolicy = {
  read: (): WitnessPolicy | undefined => readJson(KEY, VERSION, parse),
  write: (policy: WitnessPolicy): void => {
    writeJson(KEY, VERSION, policy)
  },
}

import { readJson, writeJson } from '../../platform/storage'

const KEY = 'ownWitnesses'
const VERSION = 1

/** A witness of the log: its key as `name+id+key`, and where it answers, without a slash at the end. */
export interface Witness {
  key: string
  url: string
}

/** Each of them is asked once an order, and at each check of a result that it has not signed. */
export const OWN_WITNESSES_MAX = 3

const isWitness = (value: unknown): value is Witness => {
  const { key, url } = (value ?? {}) as Partial<Witness>
  return typeof key === 'string' && typeof url === 'string'
}

/** The witnesses that the user of this device has chosen; while there are any, no others count (docs/PROOF_FORMAT.md, "What the app believes"). */
export const keptOwnWitnesses = {
  read: (): readonly Witness[] =>
    readJson(KEY, VERSION, (value) => (Array.isArray(value) ? value.filter(isWitness) : undefined))?.slice(
      0,
      OWN_WITNESSES_MAX,
    ) ?? [],
  write: (witnesses: readonly Witness[]): void => {
    writeJson(KEY, VERSION, witnesses)
  },
}

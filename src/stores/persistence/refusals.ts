import { readJson, writeJson } from '../../platform/storage'

const KEY = 'proofRefusals'
const VERSION = 1

/** How often in a row the service gave a receipt but did not show that its log continues. */
export const proofRefusals = {
  read: (): number =>
    readJson(KEY, VERSION, (value) => (Number.isSafeInteger(value) ? (value as number) : undefined)) ?? 0,
  write: (count: number): void => {
    writeJson(KEY, VERSION, count)
  },
}

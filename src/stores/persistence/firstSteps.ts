import { readJson, writeJson } from '../../platform/storage'
import type { KeptSteps } from '../FirstStepsStore'

const KEY = 'firstSteps'
const VERSION = 1

function parse(value: unknown): KeptSteps | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { account, guide, dismissed } = value as Record<string, unknown>
  if (typeof account !== 'string') return undefined
  return { account, guide: guide === true, dismissed: dismissed === true }
}

/** What the device keeps of a new user's first steps. */
export const keptSteps = {
  read: (): KeptSteps | undefined => readJson(KEY, VERSION, parse),
  write: (steps: KeptSteps): boolean => writeJson(KEY, VERSION, steps),
}

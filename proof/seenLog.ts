import type { ProofPolicy } from '../contract/proof'
import type { LogState } from './ask'
import { readPlainJson } from './json'
import { isChain, keysBefore } from './keys'
import { CHECKPOINT_MAX, isSignedByLog, parseCheckpoint } from './notes'
import { PATH, record, textOf, whole } from './shape'
import type { SeenCheckpoint } from './time'
import { isConsistent } from './trees'
import { parseVerifierKey } from './witnesses'

/** The newest state of the log that this device has seen, and the keys that it takes the log's signature from. */
export interface SeenLog extends LogState {
  /** The key of today first, then those before it, hex. */
  keys: readonly string[]
  checkpoint: SeenCheckpoint
}

const LOG_KEY = '01'

/** The content of a checkpoint; undefined unless the log has signed it with one of these keys. */
export function readCheckpoint(text: string, keys: readonly string[]): LogState | undefined {
  const checkpoint = text.length <= CHECKPOINT_MAX ? parseCheckpoint(text) : undefined
  if (!checkpoint || !keys.some((key) => isSignedByLog(checkpoint, key))) return undefined
  const { origin, size, root } = checkpoint
  return { origin, size, root }
}

const NEWEST = record({ at: whole(), checkpoint: textOf(CHECKPOINT_MAX), path: PATH })

/** What the service answers when it is asked for its newest checkpoint: with its own time, and the path from an older one. */
export interface NewestAnswer {
  at: number
  checkpoint: string
  path: string[]
}

/** Undefined for a text that is no such answer. */
export function readNewest(text: string): NewestAnswer | undefined {
  const value = readPlainJson(text)
  return NEWEST(value) ? (value as NewestAnswer) : undefined
}

/** Whether a state of the log continues one that was seen before, by the path between them. */
export const continuesSeen = (seen: LogState, now: LogState, path: readonly string[]): boolean =>
  seen.origin === now.origin && isConsistent(seen, now, path)

type Keys = Pick<ProofPolicy, 'publicKey' | 'keys'>

/** All keys of a log, that of today first; none if they do not lead on from `known`, a key that this device trusts. */
export function logKeys({ publicKey, keys }: Keys, known: string | undefined): string[] {
  const all = [publicKey, ...keysBefore(keys)]
  return isChain(keys, publicKey) && (known === undefined || all.includes(known)) ? all : []
}

/** The origin that a log's own key names. */
export const originOf = ({ log }: Pick<ProofPolicy, 'log'>): string | undefined => parseVerifierKey(log, LOG_KEY)?.name

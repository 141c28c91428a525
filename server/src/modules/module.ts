import type { App } from '../shared/http'
import type { PersonalDataSource } from '../users/personalData'

/** Work that a node repeats, for example deleting expired rows. */
export interface Sweep {
  everyMs: number
  run(): Promise<unknown>
}

/** Work that any number of nodes share by claiming it. */
export interface ModuleWorker {
  start(): void
  /** Resolves when the unfinished work is done. */
  stop(): Promise<unknown>
}

/** The contributions of a module. The composition root loops over all modules and knows the parts of none. */
export interface Module {
  /** Adds its routes below /api. */
  routes?(api: App): unknown
  /** Its routes are also on nodes that do not serve the app. */
  onEveryNode?: boolean
  /** Its data about a user; a test fails for a table with user data that no module names. */
  personalData?: PersonalDataSource
  sweeps?: readonly Sweep[]
  worker?: ModuleWorker
  /** Stores what ships with the product before anything else runs, on one node at a time. */
  seed?(): Promise<void>
  /** Catches up on what fell due while nothing ran, before the server listens. */
  catchUp?(): Promise<unknown>
}

/** How often most modules delete expired rows. */
export const SWEEP_MS = 10 * 60_000

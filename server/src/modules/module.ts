import type { PersonalDataSource } from '../database/personalData'
import type { App } from '../shared/http'

/** Work that one node does again and again, for example deleting what has expired. */
export interface Sweep {
  everyMs: number
  run(): Promise<unknown>
}

/** Work that any number of nodes share by claiming. */
export interface ModuleWorker {
  start(): void
  /** Resolves when what is under way is done. */
  stop(): Promise<unknown>
}

/** What a module brings along. The composition root loops over all of them and knows none by its parts. */
export interface Module {
  /** Adds its routes below /api. */
  routes?(api: App): unknown
  /** Its routes are on nodes, too, that do not answer the app's requests. */
  onEveryNode?: boolean
  /** What it keeps about a user; a test fails for a table with a user in it that no module names. */
  personalData?: PersonalDataSource
  sweeps?: readonly Sweep[]
  worker?: ModuleWorker
  /** Stores what is shipped with the product, before anything else runs; one node at a time. */
  seed?(): Promise<void>
  /** Catches up on what fell due while nothing ran, before the server listens. */
  catchUp?(): Promise<unknown>
}

/** How often most modules delete what has expired. */
export const SWEEP_MS = 10 * 60_000

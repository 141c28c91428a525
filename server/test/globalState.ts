import type { EmbeddedDatabase } from '../src/embedded/supervisor'

interface GlobalState {
  embedded?: EmbeddedDatabase
  folder?: string
  adminUrl?: string
  template?: string
}

declare global {
  var fairtickTestState: GlobalState | undefined
}

/** What the set-up of a run hands to its tear-down; jest loads the two apart, so it lives on the global object. */
globalThis.fairtickTestState ??= {}
export const state: GlobalState = globalThis.fairtickTestState

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

/** State from the setup of a run for its teardown; jest loads the two apart, so it lives on the global object. */
globalThis.fairtickTestState ??= {}
export const state: GlobalState = globalThis.fairtickTestState

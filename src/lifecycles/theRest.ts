import { loadAllTexts } from '../i18n'
import { nextTask } from '../platform/tasks'
import type { RootStore } from '../stores/RootStore'

let asked: Promise<void> | undefined

/**
 * Loads what no early page needs, once: the other stores with what keeps them true, and the other texts. Fails if a
 * file does not come; the next call asks for it again.
 */
export function loadTheRest(stores: RootStore): Promise<void> {
  asked ??= load(stores).catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

async function load(stores: RootStore): Promise<void> {
  const [{ startAll }] = await Promise.all([import('./startAll'), loadAllTexts()])
  // This task has made all texts ready already.
  await nextTask()
  await startAll(stores)
}

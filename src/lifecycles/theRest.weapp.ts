import { loadAllTexts } from '../i18n'
import type { RootStore } from '../stores/RootStore'
import { startAll } from './startAll'

let started: Promise<void> | undefined

/** WeChat has downloaded it with the rest of the package. */
export async function loadTheRest(stores: RootStore): Promise<void> {
  started ??= startAll(stores)
  await Promise.all([started, loadAllTexts()])
}

import { loadAllTexts } from '../i18n'
import type { FirstStores } from '../stores/FirstStores'
import { startAll } from './startAll'

/** WeChat has downloaded it with the rest of the package. */
export async function loadTheRest(stores: FirstStores): Promise<void> {
  if (!stores.all) startAll(stores)
  await loadAllTexts()
}

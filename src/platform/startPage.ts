import type { PageUrl } from '../routes'

/** The address without a page, perhaps with parameters that somebody's link added. */
const BARE = /^#?\/?(\?.*)?$/

/**
 * Gives a bare address, such as the one that the installed app opens, its page. Runs before the router reads the address.
 * The inline script paints by the same rule (`src/h5/firstScreen/picker.ts`). The twin is `startPage.weapp.ts`.
 */
export function startAt(url: PageUrl): void {
  if (BARE.test(window.location.hash)) window.history.replaceState(window.history.state, '', `#${url}`)
}

/** The first data of a browser's home comes with the page. */
export const startsAtHome = (): boolean => false

import type { ReactElement } from 'react'
import type { RoutePath } from '../../src/routes'
import type { Stores } from '../../src/stores/RootStore'
import type { Hand } from './hand'
import type { Known } from './known'

/** A state of a page. */
export interface Screen {
  /** The page's path, and what is special about this state of it. */
  name: string
  page: RoutePath
  params?: Record<string, string>
  /** Instead of the page. */
  render?(): ReactElement
  /** Nobody is logged in. */
  guest?: true
  /** Answers that differ from the usual ones. */
  answers?: Known
  /** What the app would have done with the stores by then. */
  prepare?(stores: Stores): unknown
  /** What the user does to come to it. */
  open?(hand: Hand): Promise<unknown>
  /** Its words stay as they were said: it is opened again in each language. */
  keepsWords?: true
}

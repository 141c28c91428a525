import type { TextKey } from '../../src/i18n/keys'

/**
 * Texts that only come up when something happens, such as a refusal or a lost answer, by the component that says them: a new
 * one goes into the list of its component. A name that ends with a dot stands for all texts below it.
 */
export type Name = TextKey | `${string}.`

/** Components, by what they are for (shelves.tsx). */
export type Place =
  | 'toast'
  | 'field'
  | 'hint'
  | 'label'
  | 'banner'
  | 'button'
  | 'fact'
  | 'row'
  | 'empty'
  | 'prose'
  | 'result'
  | 'finding'
  | 'question'

/** Title of a shelf → its component and texts. */
export type Shelves = Readonly<Record<string, readonly [place: Place, names: readonly Name[]]>>

import type { TextKey } from '../../src/i18n/keys'
import english from '../../src/i18n/locales/en-US.json'

type Node = { readonly [name: string]: string | Node }

function* walk(node: Node, prefix = ''): Iterable<[key: string, text: string]> {
  for (const [name, value] of Object.entries(node)) {
    if (typeof value === 'string') yield [prefix + name, value]
    else yield* walk(value, `${prefix}${name}.`)
  }
}

/** Every text as English has it; those that depend on a number with the form in the key, e.g. `orders.moreResults_one`. */
export const ENGLISH: readonly (readonly [key: string, text: string])[] = [...walk(english)]

const withoutForm = (key: string) => key.replace(/_(one|other)$/, '')

/** The texts whose keys begin with this, e.g. "errors.". */
export const keysBelow = (prefix: string): TextKey[] => [
  ...new Set(ENGLISH.filter(([key]) => key.startsWith(prefix)).map(([key]) => withoutForm(key) as TextKey)),
]

// Never runs: the type check fails if the build's stand-in for the texts lacks what a painted page may import.
import type * as marks from '../../src/h5/firstScreen/marks'
import type * as i18n from '../../src/i18n'

export const lacking: Record<Exclude<keyof typeof i18n, keyof typeof marks>, never> = {}

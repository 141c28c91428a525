import axe from 'axe-core'
import type { Locale } from '../../contract/locales'
import { AXE_OPTIONS } from '../support/axeRules'
import {
  brokenLabels,
  brokenWords,
  clipped,
  covered,
  overflow,
  rawTexts,
  sideways,
  smallTargets,
} from '../support/screenChecks'
import { pause } from '../support/until'

/** Their lines may break within what others would call a word. */
const WITHOUT_SPACES: readonly Locale[] = ['zh-CN', 'zh-TW', 'ja-JP', 'th-TH']
/** A problem that is still there after as many looks is no picture in between, also on a machine that is slow to draw the next one. */
const LOOKS = 60

const named = (name: string, problems: readonly string[]) => problems.map((problem) => `${name}: ${problem}`)

/** Problems of the page at this moment. `groups` are the first parts of the names of texts. */
const problemsNow = (locale: Locale, groups: readonly string[]) => [
  ...named('sideways', sideways()),
  ...named('covered', covered()),
  ...named('word', WITHOUT_SPACES.includes(locale) ? [] : brokenWords()),
  ...named('overflow', overflow()),
  ...named('clipped', clipped()),
  ...named('label', brokenLabels()),
  ...named('raw text', rawTexts(groups)),
  ...named('small', smallTargets()),
]

/** Problems of the page in this language that last and are not known. */
export async function problemsOf(
  locale: Locale,
  groups: readonly string[],
  isNew: (problem: string) => boolean,
): Promise<string[]> {
  let found: string[] = []
  for (let look = 0; look < LOOKS; look++) {
    found = problemsNow(locale, groups).filter(isNew)
    if (found.length === 0) break
    await pause(50)
  }
  return found
}

/** Breaches of WCAG 2.2 AA, as axe finds them. */
export async function breaches(): Promise<string[]> {
  const { violations } = await axe.run(document, AXE_OPTIONS)
  const all = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  return named('axe', all)
}

import type { ShownResult } from '../../../contract/shownResult'
import { aheadOf, stripOf } from '../../domain/proof/strip'
import type { Format } from '../../i18n/numbers'
import type { Fill } from './productValues'

/** An example's values for its marks, as `CheckCard` writes it. Undefined for one that no prices decided. */
export function exampleValues(example: ShownResult, format: Format): Fill | undefined {
  const { entry, exit, ticks, direction, durationSeconds, head } = example
  const strip = stripOf(ticks, entry?.sequence, exit?.sequence)
  if (!entry || !exit || !strip?.entry || !strip.exit) return undefined
  const ahead = aheadOf(strip.entry, direction)
  const values = {
    entry: format.number(entry.price),
    exit: format.number(exit.price),
    seconds: durationSeconds,
    first: ticks[0]?.sequence,
    last: ticks[ticks.length - 1]?.sequence,
    head,
    path: strip.path,
    startX: strip.points[0]?.x,
    entryX: strip.entry.x,
    entryY: strip.entry.y,
    exitX: strip.exit.x,
    exitY: strip.exit.y,
    aheadTop: ahead.top,
    aheadHeight: ahead.height,
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

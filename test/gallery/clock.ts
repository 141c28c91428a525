import { NOON } from '../client/factories'

const RealDate = Date
/** Half a minute after the instant from which the factories count: an order of theirs is under way. */
const NOW = NOON + 30_000

/** The gallery's time stands still, so that every look at a screen is the same. */
globalThis.Date = class extends RealDate {
  constructor(...parts: [] | ConstructorParameters<typeof RealDate>) {
    if (parts.length === 0) super(NOW)
    else super(...(parts as [number]))
  }
  static override now = () => NOW
} as DateConstructor

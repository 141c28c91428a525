import { type NumberReading, readNumber } from './readNumber'

/** Fitted to a scale, an ambiguous text may have one reading or none; it is ambiguous all the same. Readings are clear. */
export type ScaledReading = Exclude<NumberReading, { kind: 'ambiguous' }> | { kind: 'ambiguous'; readings: string[] }

/** Three digits behind the mark get a zero, so that whoever types or picks this is understood. */
const clear = (value: string) => value.replace(/\.\d{3}$/, '$&0')

/** Reads a number that staff type, with at most `scale` decimals (PRODUCT.md 4.11). Zeros beyond them do not count. */
export function readScaled(text: string, scale: number): ScaledReading {
  const reading = readNumber(text, { scale })
  if (reading.kind !== 'ambiguous') return reading
  const fitted = reading.readings.map((value) => readNumber(value, { decimal: '.', scale }))
  return { kind: 'ambiguous', readings: fitted.flatMap((each) => (each.kind === 'number' ? [clear(each.value)] : [])) }
}

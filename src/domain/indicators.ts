/**
 * Simple moving average of `period` values, one result for each value; undefined until there are `period` of them.
 * For drawing: floats are exact enough for pixels.
 */
export function movingAverage(values: readonly number[], period: number): (number | undefined)[] {
  if (!Number.isInteger(period) || period < 1) throw new RangeError(`Not a period: ${period}`)
  let sum = 0
  return values.map((value, i) => {
    sum += value - (i >= period ? (values[i - period] ?? 0) : 0)
    return i >= period - 1 ? sum / period : undefined
  })
}

/** A receipt as a file, with one thing in it changed. */
export interface Mutation {
  path: string
  text: string
}

function variantsOf(each: unknown): unknown[] {
  if (each === null) return [0, '', '-', [], {}]
  if (typeof each === 'number') return [each + 1, -each - 1, each + 0.5, String(each), null, [each], true, each * 2 + 1]
  if (typeof each === 'string') {
    const turned = /[0-9]/.test(each) ? each.replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10)) : `${each}x`
    return [
      turned,
      '',
      `${each}${each}`,
      ` ${each}`,
      `${each}\n`,
      each.toUpperCase(),
      Number(each),
      null,
      [each],
      { each },
    ].filter((variant) => variant !== each)
  }
  return Array.isArray(each) ? [null, {}, 'x', 0] : [null, [], 'x', 0, { ...each, more: 1 }]
}

/** Every value changed, dropped, doubled and given another type, one at a time; a variant that is the same value is left out. */
function* changesOf(value: unknown): Generator<{ path: string; value: unknown }> {
  type Put = (replaced: unknown) => unknown
  function* walk(node: unknown, path: string, put: Put): Generator<{ path: string; value: unknown }> {
    for (const variant of variantsOf(node)) yield { path, value: put(variant) }
    if (Array.isArray(node)) {
      for (const [index, each] of node.entries()) {
        const [before, after] = [node.slice(0, index), node.slice(index + 1)]
        yield { path: `${path}[${index}] dropped`, value: put([...before, ...after]) }
        yield { path: `${path}[${index}] doubled`, value: put([...before, each, each, ...after]) }
        yield* walk(each, `${path}[${index}]`, (replaced) => put([...before, replaced, ...after]))
      }
    } else if (typeof node === 'object' && node !== null) {
      for (const [key, each] of Object.entries(node)) {
        const { [key]: _, ...rest } = node as Record<string, unknown>
        yield { path: `${path}.${key} dropped`, value: put(rest) }
        yield* walk(each, `${path}.${key}`, (replaced) => put({ ...node, [key]: replaced }))
      }
    }
  }
  yield* walk(value, '', (replaced) => replaced)
}

/** Every field written twice, and every integer spelled differently, one at a time. */
function* spellingsOf(text: string): Generator<Mutation> {
  for (const { 0: field, index } of text.matchAll(/"\w+":/g))
    yield { path: `${field} twice at ${index}`, text: `${text.slice(0, index)}${field}0,${text.slice(index)}` }
  for (const { 0: number, index } of text.matchAll(/(?<=[:[,])[0-9]+(?=[,}\]])/g))
    for (const spelt of [`${number}.0`, `${number}e0`, `-${number}`])
      yield { path: `${spelt} at ${index}`, text: text.slice(0, index) + spelt + text.slice(index + number.length) }
}

/** Every `step`-th single change of a receipt, or all. */
export function* mutationsOf(receipt: unknown, step: number): Generator<Mutation> {
  let count = 0
  const isDue = () => count++ % step === 0
  for (const { path, value } of changesOf(receipt)) if (isDue()) yield { path, text: JSON.stringify(value ?? null) }
  for (const mutation of spellingsOf(JSON.stringify(receipt))) if (isDue()) yield mutation
}

/** How many there are. */
export function countOf(receipt: unknown): number {
  let count = 0
  for (const _ of changesOf(receipt)) count++
  for (const _ of spellingsOf(JSON.stringify(receipt))) count++
  return count
}

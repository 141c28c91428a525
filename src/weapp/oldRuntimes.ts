/**
 * Methods newer than ES2018 that the product or its packages use and that iOS 12 or an old Android runtime may lack.
 * WeChat adds some of them itself, by version; these are the ones that have to be there in any case. The build refuses a
 * call of any other (scripts/checks/weappOutput.mjs).
 */

function add(owner: object, name: string, method: unknown): void {
  if (name in owner) return
  Object.defineProperty(owner, name, { value: method, writable: true, configurable: true, enumerable: false })
}

function flatten(list: readonly unknown[], depth: number): unknown[] {
  const flat: unknown[] = []
  for (const item of list) {
    if (Array.isArray(item) && depth > 0) flat.push(...flatten(item, depth - 1))
    else flat.push(item)
  }
  return flat
}

add(Array.prototype, 'flat', function flat(this: unknown[], depth = 1) {
  return flatten(this, depth)
})

add(Array.prototype, 'flatMap', function flatMap(this: unknown[], turn: (item: unknown, index: number) => unknown) {
  return flatten(
    this.map((item, index) => turn(item, index)),
    1,
  )
})

add(Array.prototype, 'at', function at(this: unknown[], index: number) {
  return this[index < 0 ? this.length + index : index]
})

add(String.prototype, 'replaceAll', function replaceAll(this: string, what: string, by: string) {
  return this.split(what).join(by)
})

add(Object, 'fromEntries', (entries: Iterable<readonly [string, unknown]>) => {
  const made: Record<string, unknown> = {}
  for (const [name, value] of Array.from(entries)) made[name] = value
  return made
})

add(Promise.prototype, 'finally', function settled(this: Promise<unknown>, run: () => unknown) {
  return this.then(
    (value) => Promise.resolve(run()).then(() => value),
    (error) =>
      Promise.resolve(run()).then(() => {
        throw error
      }),
  )
})

/** A map that holds `max` entries: beyond that, the one that was set longest ago makes room. */
export class BoundedMap<K, V> extends Map<K, V> {
  private readonly max: number

  constructor(max: number) {
    super()
    this.max = max
  }

  override set(key: K, value: V): this {
    // A value that is set again counts as new.
    this.delete(key)
    super.set(key, value)
    const [oldest] = this.size > this.max ? this.keys() : []
    if (oldest !== undefined) this.delete(oldest)
    return this
  }
}

/** Remembers the last `max` answers of a function by its first argument; what failed is tried again. */
export function remember<K, A extends unknown[], T>(max: number, work: (key: K, ...rest: A) => Promise<T>) {
  const kept = new BoundedMap<K, Promise<T>>(max)
  return (key: K, ...rest: A): Promise<T> => {
    const known = kept.get(key)
    if (known) return known
    const made = work(key, ...rest)
    made.catch(() => kept.delete(key))
    kept.set(key, made)
    return made
  }
}

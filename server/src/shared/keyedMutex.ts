/** Runs pieces of work of the same key one after the other, in this process. Keys without work take no room. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>()
  return async function exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key) ?? Promise.resolve()
    const turn = before.then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}

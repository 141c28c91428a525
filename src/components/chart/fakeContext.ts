/** One call on the context, or one property that was set. */
export type Recorded = [name: string, ...args: unknown[]]

export interface FakeContext {
  context: CanvasRenderingContext2D
  calls: Recorded[]
  /** Texts that were drawn, in order. */
  texts(): string[]
  clear(): void
}

/** For tests: a context that records all drawing on it; a character is 6 pixels wide. */
export function createFakeContext(): FakeContext {
  const calls: Recorded[] = []
  const context = new Proxy(Object.create(null) as Record<string | symbol, unknown>, {
    get(properties, name) {
      if (name in properties) return properties[name]
      if (name === 'canvas') return undefined
      if (name === 'measureText') return (text: string) => ({ width: text.length * 6 })
      return (...args: unknown[]) => {
        calls.push([String(name), ...args])
      }
    },
    set(properties, name, value) {
      properties[name] = value
      calls.push([String(name), value])
      return true
    },
  }) as unknown as CanvasRenderingContext2D
  return {
    context,
    calls,
    texts: () => calls.filter(([name]) => name === 'fillText').map(([, text]) => String(text)),
    clear: () => calls.splice(0),
  }
}

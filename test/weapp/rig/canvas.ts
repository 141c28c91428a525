/** One call of a drawing context, e.g. ["fillText", "68,412.5", 300, 12]. */
export type DrawCall = [name: string, ...args: unknown[]]

export interface FakeCanvas {
  node: object
  calls: DrawCall[]
}

const CHARACTER_WIDTH = 7

/** A canvas node of `type="2d"` whose context writes down what is drawn. */
export function createCanvas(
  later: (run: () => void, ms: number) => number,
  stop: (timer: number) => void,
): FakeCanvas {
  const calls: DrawCall[] = []
  const fields: Record<string, unknown> = {}
  const context = new Proxy(fields, {
    get(target, name) {
      const key = String(name)
      if (key in target) return target[key]
      if (key === 'measureText') return (text: string) => ({ width: String(text).length * CHARACTER_WIDTH })
      if (/^create\w*Gradient$/.test(key)) return () => ({ addColorStop: () => undefined })
      return (...args: unknown[]) => {
        calls.push([key, ...args])
      }
    },
    set(target, name, value) {
      target[String(name)] = value
      return true
    },
  })
  const node = {
    width: 0,
    height: 0,
    getContext: (kind: string) => (kind === '2d' ? context : null),
    requestAnimationFrame: (run: (time: number) => void) => later(() => run(Date.now()), 16),
    cancelAnimationFrame: stop,
    createImage: () => ({}),
    toDataURL: () => 'data:image/png;base64,',
  }
  return { node, calls }
}

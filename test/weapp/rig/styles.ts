import vm from 'node:vm'

/** Runs in the program's context: every object in which Taro keeps an element's style is handed over when it is made. */
const WATCH = `(function (tell) {
  Object.defineProperty(Object.prototype, '_usedStyleProp', {
    configurable: true,
    set: function (value) {
      Object.defineProperty(this, '_usedStyleProp', { value: value, writable: true, enumerable: true, configurable: true })
      tell(this)
    },
  })
})`

/**
 * Inline styles that get lost: Taro has a list of the properties that it writes out. Any other one stays behind on its object,
 * without a word (docs/TARO.md).
 */
export class Styles {
  private readonly made: object[] = []

  watch(context: vm.Context): void {
    vm.runInContext(WATCH, context)((style: object) => this.made.push(style))
  }

  /** How many elements have had a style. */
  get count(): number {
    return this.made.length
  }

  /** Names of the properties that were lost. Taro's own fields begin with a line, custom properties with two. */
  lost(): string[] {
    return [...new Set(this.made.flatMap(Object.keys))].filter((name) => !/^[_-]/.test(name))
  }
}

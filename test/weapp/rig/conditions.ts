/** Limitations of this phone. */
export interface Conditions {
  /** Some Android runtimes of WeChat have no `Intl`. */
  noIntl: boolean
  /** iOS 15 and older: a settled promise calls its handlers in a later task, after timers that were due. */
  macrotaskPromises: boolean
  /** Methods newer than ES2018, as on iOS 12: what WeChat does not add itself, nobody adds. */
  oldRuntime: boolean
  /** `full`: nothing more can be kept. `broken`: reading fails as well. */
  storage: 'works' | 'full' | 'broken'
  /** How many sockets may be open at once; WeChat allows 5. */
  sockets: number
}

export const USUAL: Conditions = {
  noIntl: false,
  macrotaskPromises: false,
  oldRuntime: false,
  storage: 'works',
  sockets: 5,
}

/** Runs in the mini program's context: promises whose handlers come by a timer, as WeChat's own for old iOS. */
const MACROTASK_PROMISES = `(function () {
  function settle(promise, state, value) {
    if (promise.state !== 'pending') return
    promise.state = state
    promise.value = value
    promise.waiting.forEach(function (tell) { setTimeout(tell, 0) })
    promise.waiting = []
  }
  function resolveWith(promise, value) {
    if (value === promise) return settle(promise, 'rejected', new TypeError('A promise waits for itself'))
    if (value && (typeof value === 'object' || typeof value === 'function')) {
      var done = false
      try {
        var then = value.then
        if (typeof then === 'function') {
          then.call(
            value,
            function (next) { if (!done) { done = true; resolveWith(promise, next) } },
            function (error) { if (!done) { done = true; settle(promise, 'rejected', error) } }
          )
          return
        }
      } catch (error) {
        if (!done) { done = true; settle(promise, 'rejected', error) }
        return
      }
    }
    settle(promise, 'fulfilled', value)
  }
  function TaskPromise(run) {
    if (!(this instanceof TaskPromise)) throw new TypeError('Promise is called with new')
    this.state = 'pending'
    this.value = undefined
    this.waiting = []
    var self = this
    try {
      run(function (value) { resolveWith(self, value) }, function (error) { settle(self, 'rejected', error) })
    } catch (error) {
      settle(self, 'rejected', error)
    }
  }
  TaskPromise.prototype.then = function (onDone, onFailed) {
    var self = this
    return new TaskPromise(function (resolve, reject) {
      function tell() {
        var handler = self.state === 'fulfilled' ? onDone : onFailed
        if (typeof handler !== 'function') return self.state === 'fulfilled' ? resolve(self.value) : reject(self.value)
        try { resolve(handler(self.value)) } catch (error) { reject(error) }
      }
      if (self.state === 'pending') self.waiting.push(tell)
      else setTimeout(tell, 0)
    })
  }
  TaskPromise.prototype.catch = function (onFailed) { return this.then(undefined, onFailed) }
  TaskPromise.prototype.finally = function (run) {
    return this.then(
      function (value) { return TaskPromise.resolve(run()).then(function () { return value }) },
      function (error) { return TaskPromise.resolve(run()).then(function () { throw error }) }
    )
  }
  TaskPromise.resolve = function (value) {
    return value instanceof TaskPromise ? value : new TaskPromise(function (resolve) { resolve(value) })
  }
  TaskPromise.reject = function (error) { return new TaskPromise(function (_, reject) { reject(error) }) }
  TaskPromise.all = function (list) {
    return new TaskPromise(function (resolve, reject) {
      var values = [], items = Array.from(list), left = items.length
      if (left === 0) resolve(values)
      items.forEach(function (item, index) {
        TaskPromise.resolve(item).then(function (value) {
          values[index] = value
          left -= 1
          if (left === 0) resolve(values)
        }, reject)
      })
    })
  }
  TaskPromise.race = function (list) {
    return new TaskPromise(function (resolve, reject) {
      Array.from(list).forEach(function (item) { TaskPromise.resolve(item).then(resolve, reject) })
    })
  }
  Promise = TaskPromise
})()`

/** Features newer than ES2018 that a phone of that time lacks; the language's own syntax is checked by the build. */
const NEWER_METHODS = `(function () {
  function take(owner, names) { names.forEach(function (name) { delete owner[name] }) }
  take(Array.prototype, ['flat', 'flatMap', 'at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'])
  take(Object, ['fromEntries', 'hasOwn', 'groupBy'])
  take(String.prototype, ['matchAll', 'replaceAll', 'at', 'trimStart', 'trimEnd', 'isWellFormed', 'toWellFormed'])
  take(Promise, ['allSettled', 'any', 'withResolvers', 'try'])
  take(Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf'])
  take(this, ['WeakRef', 'FinalizationRegistry', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'AggregateError', 'Iterator'])
}).call(this)`

/** Scripts that make a fresh context as hard as asked. */
export function hardships(conditions: Conditions): string[] {
  return [
    ...(conditions.noIntl ? ['delete this.Intl'] : []),
    ...(conditions.oldRuntime ? [NEWER_METHODS] : []),
    ...(conditions.macrotaskPromises ? [MACROTASK_PROMISES] : []),
  ]
}

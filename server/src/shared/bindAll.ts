type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (deps: never, ...args: infer Args) => infer Answer
    ? (...args: Args) => Answer
    : never
}

/** The same functions without their first parameter: each gets these dependencies. */
export function bindAll<Deps, Functions extends Record<string, (deps: Deps, ...args: never[]) => unknown>>(
  deps: Deps,
  functions: Functions,
): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, run]) => [name, (...args: never[]) => run(deps, ...args)])
  return Object.fromEntries(bound) as Bound<Functions>
}

import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Runs a pure form model. `dispatch` gives the next state at once, so that two quick taps see each other: the first
 * makes the form "sending" and the second finds it so.
 */
export function useForm<State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: () => State,
): readonly [State, (action: Action) => State] {
  const [state, setState] = useState(initial)
  const current = useRef(state)
  const dispatch = useCallback(
    (action: Action) => {
      current.current = reduce(current.current, action)
      setState(current.current)
      return current.current
    },
    [reduce],
  )
  return [state, dispatch]
}

const SECOND_MS = 1000

/** Now by the device's clock (epoch ms), renewed each second while `untilMs` lies ahead. */
export function useNowUntil(untilMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    setNowMs(Date.now())
    if (untilMs === undefined || untilMs <= Date.now()) return
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= untilMs) clearInterval(timer)
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [untilMs])
  return nowMs
}

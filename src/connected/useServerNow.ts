import { type IObservableValue, observable, runInAction } from 'mobx'
import { useEffect, useState } from 'react'
import { everyWhileVisible } from '../platform/whileVisible'
import { useStores } from '../stores/StoresContext'

/**
 * Now by the server's clock (epoch ms), renewed every `intervalMs` and at once when the page wakes up, so that a
 * countdown is right after sleep. Null stops it.
 */
export function useServerNow(intervalMs: number | null): number {
  const { connection } = useStores()
  const [now, setNow] = useState(() => connection.serverNow())
  useRenewed(intervalMs, setNow)
  return now
}

/** The same for a value computed from it: an observer renders when that value changes, and not with each renewal. */
export function useServerClock(intervalMs: number): IObservableValue<number> {
  const { connection } = useStores()
  const [clock] = useState(() => observable.box(connection.serverNow()))
  const [renew] = useState(() => (now: number) => runInAction(() => clock.set(now)))
  useRenewed(intervalMs, renew)
  return clock
}

function useRenewed(intervalMs: number | null, renew: (now: number) => void): void {
  const { connection } = useStores()
  useEffect(() => {
    if (intervalMs === null) return
    const tick = () => renew(connection.serverNow())
    tick()
    return everyWhileVisible(intervalMs, tick)
  }, [connection, intervalMs, renew])
}

import { useEffect, useState } from 'react'
import { onResume } from '../platform/pageEvents'
import { useStores } from '../stores/StoresContext'

/**
 * Now by the server's clock (epoch ms), renewed every `intervalMs` and at once when the page wakes up, so that a
 * countdown is right after sleep. Null stops it.
 */
export function useServerNow(intervalMs: number | null): number {
  const { connection } = useStores()
  const [now, setNow] = useState(() => connection.serverNow())
  useEffect(() => {
    if (intervalMs === null) return
    const tick = () => setNow(connection.serverNow())
    tick()
    const timer = setInterval(tick, intervalMs)
    const stopResume = onResume(tick)
    return () => {
      clearInterval(timer)
      stopResume()
    }
  }, [connection, intervalMs])
  return now
}

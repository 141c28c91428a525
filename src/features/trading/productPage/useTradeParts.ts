import { type ComponentType, startTransition, useEffect, useRef, useState } from 'react'
import { afterFirstPage } from '../../../platform/firstScreen'
import { GIVE_UP_AFTER_MS } from '../../../platform/pageCover'
import { afterPicture } from '../../../platform/tasks'
import { useStores } from '../../../stores/StoresContext'
import type { TradePartsProps } from './TradeParts'

type Parts = ComponentType<TradePartsProps>
let known: Parts | undefined

async function load(): Promise<Parts> {
  known ??= (await import('./TradeParts')).TradeParts
  return known
}

/**
 * The parts of a product's page that are not shown early, once their file and all stores are loaded; `late` if that
 * takes too long. After a tap the page's outline is shown first, because a slow phone needs longer for the parts than
 * one picture may take; they are rendered in slices, so that the outline can be used until then. If they are `wanted`,
 * they are rendered in one go: each price begins the slices again, which takes three times as long. A file that does not
 * load counts as a failed chunk. The twin is `useTradeParts.weapp.ts`.
 */
export function useTradeParts(wanted: boolean): { Parts: Parts | undefined; late: boolean } {
  const stores = useStores()
  const [Parts, setParts] = useState(() => known)
  const [late, setLate] = useState(false)
  const [isSeen, setSeen] = useState(false)
  const isWanted = useRef(wanted)
  const isThere = Parts !== undefined && stores.isComplete()
  useEffect(() => {
    isWanted.current = wanted
    if (wanted && known && stores.isComplete()) setParts(() => known)
  }, [wanted, stores])
  useEffect(() => afterPicture(() => startTransition(() => setSeen(true))), [])
  useEffect(() => {
    if (isThere) return
    const ask = () =>
      void Promise.all([load(), stores.loadLate()]).then(([loaded]) => {
        const show = () => setParts(() => loaded)
        if (isWanted.current) show()
        else startTransition(show)
      })
    if (stores.isComplete()) ask()
    else afterFirstPage(ask)
    const timer = setTimeout(() => setLate(true), GIVE_UP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isThere, stores])
  return { Parts: isThere && isSeen ? Parts : undefined, late: late && !isThere }
}

import { useEffect, useRef } from 'react'
import type { Direction } from '../../../../contract/orders'
import { onShortcut } from '../../../platform/shortcuts'
import { usePageShown } from '../../../platform/usePageShown'
import { useStores } from '../../../stores/StoresContext'
import { DIRECTIONS, directionShortcut } from '../directions'

export interface TradeKeys {
  onDirection: (direction: Direction) => void
  /** Counted from 0. */
  onDuration: (index: number) => void
  onAmount: () => void
  onHelp: () => void
}

/** Traders' keys on the page in front: B, S, 1 to 9, A and ?. They only choose; they place no order. For observers. */
export function useTradeKeys(keys: TradeKeys): void {
  const { preferences } = useStores()
  const shown = usePageShown()
  const latest = useRef(keys)
  latest.current = keys
  const on = shown && preferences.shortcuts
  useEffect(() => {
    if (!shown) return
    return onShortcut((key) => {
      const { onDirection, onDuration, onAmount, onHelp } = latest.current
      const direction = DIRECTIONS.find((one) => directionShortcut(one) === key)
      // The help also tells how to turn the others on again.
      if (key === '?') onHelp()
      else if (!on) return false
      else if (direction !== undefined) onDirection(direction)
      else if (key === 'a') onAmount()
      else if (/^[1-9]$/.test(key)) onDuration(Number(key) - 1)
      else return false
      return true
    })
  }, [shown, on])
}

import { useEffect } from 'react'
import { useLate } from '../../../stores/StoresContext'

/** A receipt is there a moment after the result. */
const TRIES = 5
const TRY_MS = 1_000

/** Checks the receipt of a closed order as soon as there is one. */
export function useReceipt(orderId: string): void {
  const { proof } = useLate()
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (left: number) => {
      if (proof.checkOf(orderId).state.kind === 'ready') return
      await proof.open(orderId)
      const { state } = proof.checkOf(orderId)
      if (isGone || left <= 1 || state.kind !== 'failed' || state.code !== 'receipt_not_ready') return
      timer = setTimeout(() => void ask(left - 1), TRY_MS)
    }
    void ask(TRIES)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [proof, orderId])
}

import { useRef, useState } from 'react'

/** Runs one request at a time: a press while one is under way, even before `busy` is rendered, sends nothing. */
export function useSending() {
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)
  async function run(send: () => Promise<unknown>): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    try {
      await send()
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}

import { createContext, useContext } from 'react'
import type { RootStore, Stores } from './RootStore'

export const StoresContext = createContext<RootStore | undefined>(undefined)

/** The stores that an early page has from the start. */
export function useStores(): RootStore {
  const stores = useContext(StoresContext)
  if (!stores) throw new Error('useStores needs StoresContext')
  return stores
}

/** All stores. Suspends until the late ones are there, which most pages wait for (`Screen`). */
export function useLate(): Stores {
  const stores = useStores()
  if (!stores.isComplete()) throw stores.whenLate
  return stores
}

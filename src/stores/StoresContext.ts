import { createContext, useContext } from 'react'
import type { RootStore, Stores } from './RootStore'

export const StoresContext = createContext<RootStore | undefined>(undefined)

/** The stores of this app. A component of an early page is shown before the late ones are there: see `RootStore.late`. */
export function useStores(): Stores {
  const stores = useContext(StoresContext)
  if (!stores) throw new Error('useStores needs StoresContext')
  return stores as Stores
}

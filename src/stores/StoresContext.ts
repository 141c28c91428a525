import { createContext, useContext } from 'react'
import type { RootStore } from './RootStore'

export const StoresContext = createContext<RootStore | undefined>(undefined)

/** The stores of this app. Only below the provider that `src/app.tsx` sets. */
export function useStores(): RootStore {
  const stores = useContext(StoresContext)
  if (!stores) throw new Error('useStores needs StoresContext')
  return stores
}

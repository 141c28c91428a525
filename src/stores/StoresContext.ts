import { createContext, useContext } from 'react'
import type { FirstStores } from './FirstStores'
import type { RootStore } from './RootStore'

export const StoresContext = createContext<FirstStores | undefined>(undefined)

/** The stores that are there from the start: all that an early page may use. */
export function useFirstStores(): FirstStores {
  const stores = useContext(StoresContext)
  if (!stores) throw new Error('useFirstStores needs StoresContext')
  return stores
}

/** The stores of this app. For pages that are not early: `Screen` shows them once all stores are there. */
export function useStores(): RootStore {
  const { all } = useFirstStores()
  if (!all) throw new Error('An early page uses useFirstStores')
  return all
}

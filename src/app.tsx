import type { PropsWithChildren } from 'react'
import { createApp } from './lifecycles/start'
import { StoresContext } from './stores/StoresContext'
import './styles/index.scss'

const stores = createApp()

/** Composition root: the stores are made here once, and the lifecycles that keep them up to date are started. */
export default function App({ children }: PropsWithChildren) {
  return <StoresContext.Provider value={stores}>{children}</StoresContext.Provider>
}

import { observer } from 'mobx-react-lite'
import { type ReactNode, Suspense } from 'react'
import { useStores } from '../stores/StoresContext'

/** Shows a part of an early page as soon as the late stores and the part's own file are there; nothing before. */
export const Later = observer(function Later({ children }: { children: ReactNode }) {
  return useStores().isComplete() ? <Suspense>{children}</Suspense> : null
})

import { createContext, type ReactNode, useContext, useEffect } from 'react'

/** What a screen puts into the navigation bar that its page draws. */
export interface PageHead {
  title?: string | undefined
  right?: ReactNode
}

/** Set by the page's frame. */
export const PageHeadContext = createContext<((head: PageHead) => void) | undefined>(undefined)

/** Puts a title that is known only now, and what stands at its right, into the navigation bar of the page. */
export function usePageHead(head: PageHead): void {
  const setHead = useContext(PageHeadContext)
  const { title, right } = head
  useEffect(() => {
    setHead?.({ title, right })
  }, [setHead, title, right])
}

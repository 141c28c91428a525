import { createContext, useContext } from 'react'
import type { Permission } from '../contract/console'
import type { StaffSession } from '../contract/consoleSchemas'
import type { Language } from './texts'

interface ConsoleContext {
  session: StaffSession
  language: Language
}

export const SessionContext = createContext<ConsoleContext | undefined>(undefined)

/** The person who is signed in. Throws outside of `SessionContext`, if nobody is. */
export function useSession(): ConsoleContext {
  const context = useContext(SessionContext)
  if (!context) throw new Error('nobody is signed in')
  return context
}

export const useMay = (permission: Permission): boolean => useSession().session.staff.permissions.includes(permission)

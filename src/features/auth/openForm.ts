import { createContext, useContext } from 'react'

interface OpenForm {
  open: string | undefined
  setOpen: (form: string | undefined) => void
}

/**
 * Which form of the security page is open. One at a time: each asks for a password, and neither a screen reader nor a
 * password manager could tell two such fields from each other.
 */
export const OpenFormContext = createContext<OpenForm>({ open: undefined, setOpen: () => undefined })

/** The state of one form; opening it closes the one that is open. */
export function useOpenForm(form: string) {
  const { open, setOpen } = useContext(OpenFormContext)
  return { isOpen: open === form, open: () => setOpen(form), close: () => setOpen(undefined) }
}

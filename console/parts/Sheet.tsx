import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { createPortal } from 'react-dom'

/** A group of facts with its name. */
export function Box({ name, children }: { name: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="box" aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      {children}
    </section>
  )
}

/** A fact of a box; nothing if there is none. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === null || children === '' || children === false || children === undefined ? null : (
    <div className="fact">
      <span>{name}</span>
      <div>{children}</div>
    </div>
  )

const BarPlace = createContext<HTMLElement | null>(null)

/** The open item: its facts scroll, and never below its bar. */
export function Sheet({ name, children }: { name: string; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <BarPlace.Provider value={place}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached. */}
      <section className="sheet__scroll" aria-label={name} tabIndex={0}>
        <div className="sheet">{children}</div>
      </section>
      <div ref={setPlace} />
    </BarPlace.Provider>
  )
}

/** What can be done with the open item, at its foot. */
export function Bar({ children }: { children: ReactNode }) {
  const place = useContext(BarPlace)
  return place && createPortal(<div className="sheet__bar">{children}</div>, place)
}

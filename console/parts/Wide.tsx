import type { ReactNode } from 'react'

/** What may be wider than a narrow window scrolls sideways by itself, by keyboard, too. */
export const Wide = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached.
  <section aria-label={name} tabIndex={0} style={{ overflowX: 'auto' }}>
    {children}
  </section>
)

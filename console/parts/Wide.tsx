import type { ReactNode } from 'react'

/** Content that may be wider than a narrow window scrolls sideways on its own, also by keyboard. */
export const Wide = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached.
  <section aria-label={name} tabIndex={0} style={{ overflowX: 'auto' }}>
    {children}
  </section>
)

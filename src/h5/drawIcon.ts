import './drawn.scss'

/** Put in by the build (`slim.ts`). */
declare const ICON_DRAWINGS: Record<string, string>

const drawings = ICON_DRAWINGS
const OPEN =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">'

/** An icon as SVG. Masks, as in the mini program, would each be a separate document for the browser. */
export const drawIcon = (name: string): string => `${OPEN}${drawings[name] ?? ''}</svg>`

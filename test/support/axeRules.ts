/** The rules of axe, without what takes it most of its time: what passes, selectors, and style sheets, which no rule of these reads. */
export const AXE_OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations' as const],
  selectors: false,
  preload: { assets: ['media'] },
}

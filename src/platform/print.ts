import { savesFiles } from './shell'

/** WeChat prints nothing. The twin is `print.weapp.ts`. */
export const canPrint = (): boolean => savesFiles() && typeof window.print === 'function'

/**
 * Opens the print dialog, in which every browser also saves a PDF, for the sheet or else the page that contains `inside`.
 * Everything else is hidden on paper (`connected/PrintButton.scss`).
 */
export function printAround(inside: Element): void {
  clearPaper()
  const paper = inside.closest<HTMLElement>('.sheet__panel, .screen')
  if (!paper) return
  paper.dataset.paper = 'itself'
  for (let above = paper.parentElement; above; above = above.parentElement) above.dataset.paper = 'around'
  window.print()
}

/** Not as soon as the dialog closes: Safari on iOS says so when it has only opened, and prints what is there later. */
export function clearPaper(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-paper]')) delete part.dataset.paper
}

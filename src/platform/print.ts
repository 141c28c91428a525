import { savesFiles } from './shell'

/** A document for paper, or for a PDF, which every browser's own print dialog makes. */
export interface Paper {
  /** The heading, and the name that the browser gives the file. */
  title: string
  language: string
  /** The sender and the recipient. */
  brand: string
  facts: readonly PaperLine[]
  sections: readonly PaperSection[]
  /** Small print at the end. */
  notes: readonly string[]
}

export type PaperLine = readonly [label: string, value: string]

export interface PaperSection {
  head?: string
  lines?: readonly PaperLine[]
  /** Above and below its rows: names of the columns, and their sums. */
  table?: { heads: readonly string[]; rows: readonly (readonly string[])[]; total: readonly string[] }
}

const MARK = 'has-paper'

/** WeChat prints nothing. The twin is `print.weapp.ts`. */
export const canPrint = (): boolean => savesFiles() && typeof window.print === 'function'

/**
 * Opens the print dialog with the document alone, which is not seen on the page (`connected/paper.scss`). The fonts are those of
 * the device: a PDF library would need its own megabytes for Chinese, Japanese, Korean and Thai.
 */
export function printPaper(paper: Paper): void {
  clearPaper()
  const title = document.title
  document.body.append(drawn(paper))
  document.documentElement.classList.add(MARK)
  document.title = `${paper.brand} ${paper.title}`
  window.addEventListener('afterprint', () => (document.title = title), { once: true })
  window.print()
}

/**
 * Takes the document away. Not as soon as the dialog closes: Safari on iOS says so when it has only opened, and prints what
 * is there later.
 */
export function clearPaper(): void {
  document.documentElement.classList.remove(MARK)
  for (const paper of document.querySelectorAll('body > .paper')) paper.remove()
}

function element(name: string, className: string, ...inside: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...inside)
  return made
}

function drawn(paper: Paper): HTMLElement {
  const article = element(
    'article',
    'paper',
    element('p', 'paper__brand', paper.brand),
    element('h1', '', paper.title),
    linesOf(paper.facts, 'paper__facts'),
    ...paper.sections.flatMap(({ head, lines, table }) => [
      ...(head ? [element('h2', '', head)] : []),
      ...(lines ? [linesOf(lines, 'paper__lines')] : []),
      ...(table ? [tableOf(table)] : []),
    ]),
    ...paper.notes.map((note) => element('p', 'paper__note', note)),
  )
  article.lang = paper.language
  return article
}

const row = (cell: string, texts: readonly string[]) =>
  element('tr', '', ...texts.map((text) => element(cell, '', text)))

const linesOf = (lines: readonly PaperLine[], className: string) =>
  element(
    'table',
    className,
    element(
      'tbody',
      '',
      ...lines.map(([label, value]) => element('tr', '', element('th', '', label), element('td', '', value))),
    ),
  )

const tableOf = ({ heads, rows, total }: NonNullable<PaperSection['table']>) =>
  element(
    'table',
    'paper__table',
    element('thead', '', row('th', heads)),
    element('tbody', '', ...rows.map((texts) => row('td', texts))),
    element('tfoot', '', row('td', total)),
  )

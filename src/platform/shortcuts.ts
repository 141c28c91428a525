/** Single keys of a keyboard. The twin is `shortcuts.weapp.ts`. */

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

/** A key by its letter or digit, regardless of the layout: one who writes Thai presses B and means B. */
function nameOf({ key, code }: KeyboardEvent): string {
  if (key === '?') return key
  return /^(?:Key|Digit)(\w)$/.exec(code)?.[1]?.toLowerCase() ?? key.toLowerCase()
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const isCovered = (): boolean =>
  Array.from(document.querySelectorAll('[aria-modal="true"]')).some((dialog) => dialog.getClientRects().length > 0)

/** Passes on each key without a modifier, while nobody types and no dialog is open; true takes it. */
export function onShortcut(handle: (key: string) => boolean): () => void {
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
    if (isTyping(event.target) || isCovered()) return
    if (handle(nameOf(event))) event.preventDefault()
  }
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}

/** Puts the caret into the first field of the shown element that matches. */
export function focusField(selector: string): void {
  const shown = Array.from(document.querySelectorAll(selector)).find((element) => element.getClientRects().length > 0)
  shown?.querySelector('input')?.focus()
}

/** On the Tab key: the focus goes round within the dialog. */
export function keepInside(event: KeyboardEvent, dialog: HTMLElement): void {
  const stops = Array.from(dialog.querySelectorAll<HTMLElement>(FOCUSABLE))
  const first = stops[0]
  const last = stops[stops.length - 1]
  if (!first || !last) return
  const at = document.activeElement
  if (event.shiftKey && (at === first || at === dialog)) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && at === last) {
    event.preventDefault()
    first.focus()
  }
}

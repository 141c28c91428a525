import { useEffect, useSyncExternalStore } from 'react'

/**
 * Keys of the console. A control says by `aria-keyshortcuts` which key presses it; fields are focused instead. If
 * several have the same key, that at the foot of the item wins, else each press takes the next. styles/controls.css draws the key on the control.
 */

const KEPT = 'fairtick-console-keys'
const changed = new EventTarget()

/** Whether keys work here; single keys have to be easy to turn off (WCAG 2.1.4). */
const areOn = () => localStorage.getItem(KEPT) !== 'off'

export function setKeys(on: boolean) {
  localStorage.setItem(KEPT, on ? 'on' : 'off')
  changed.dispatchEvent(new Event('change'))
}

const watch = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

export const useKeysOn = () => useSyncExternalStore(watch, areOn)

const PRESSED_WITHOUT_TEXT = new Set(['button', 'checkbox', 'radio', 'submit', 'reset', 'file'])

/** Somebody types there. */
const isField = (node: EventTarget | null) =>
  node instanceof HTMLElement &&
  (node.isContentEditable ||
    node.matches('textarea, select, [role=combobox], [role=textbox], [role=searchbox], [role=spinbutton]') ||
    (node instanceof HTMLInputElement && !PRESSED_WITHOUT_TEXT.has(node.type)))

/** A dialog that asks has the keyboard to itself. */
const isAsking = () =>
  [...document.querySelectorAll('.ant-modal-wrap, .ant-select-dropdown:not(.ant-select-dropdown-hidden)')].some(
    (node) => node.checkVisibility(),
  )

let last: { key: string; index: number; href: string } | undefined

function act(key: string): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)].filter(
    (node) => node.checkVisibility() && !node.matches(':disabled, .ant-btn-loading'),
  )
  const own = all.find((node) => node.closest('.sheet__bar'))
  const { href } = window.location
  const index = last?.key === key && last.href === href ? (last.index + 1) % all.length : 0
  const next = own ?? all[index]
  if (!next) return false
  last = own ? undefined : { key, index, href }
  if (isField(next)) next.focus()
  else next.click()
  return true
}

function press(event: KeyboardEvent) {
  if (event.defaultPrevented || event.repeat || event.isComposing) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (!areOn() || isField(event.target) || isAsking()) return
  if (act(event.key.toUpperCase())) event.preventDefault()
}

/** Listens to the keyboard while the console is shown. */
export function useKeys() {
  const isOn = useKeysOn()
  useEffect(() => {
    document.documentElement.dataset.keys = isOn ? 'on' : 'off'
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}

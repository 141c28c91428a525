import { findByRole, fireEvent, waitFor } from '@testing-library/dom'
import { translate } from '../../src/i18n'
import type { T } from '../../src/i18n/keys'

/** Waits generously: the machine may be busy, and a hang is found all the same. */
const WAIT = { timeout: 20_000 }

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

type Role = 'button' | 'tab' | 'link'

/** What a user does on the screen to come to a state of it. Names are texts of the language at that moment. */
export interface Hand {
  t: T
  /** Presses the first element of that role whose name begins with the text. */
  press(name: string, role?: Role): Promise<void>
  /** The same, for a name that contains the text. */
  pressOn(part: string, role?: Role): Promise<void>
  fill(label: string, text: string): Promise<void>
  /** Waits for a part of the page that comes after it. */
  sees(text: string): Promise<void>
}

const press = async (name: RegExp, role: Role) => {
  const found = await waitFor(() => {
    const all = [...document.querySelectorAll(`[role="${role}"], ${role === 'link' ? 'a' : role}`)]
    const nameOf = (node: Element) => node.getAttribute('aria-label') ?? node.textContent ?? ''
    const match = all.filter((node) => name.test(nameOf(node)) && node.checkVisibility()).at(-1)
    if (!match) throw new Error(`no ${role} is named ${name}`)
    return match
  }, WAIT)
  fireEvent.click(found)
}

export const hand: Hand = {
  t: translate,
  press: (name, role = 'button') => press(new RegExp(`^\\s*${escaped(name)}`), role),
  pressOn: (part, role = 'button') => press(new RegExp(escaped(part)), role),
  async fill(label, text) {
    const field = await findByRole(document.body, 'textbox', { name: new RegExp(escaped(label)) }, WAIT)
    fireEvent.input(field, { target: { value: text } })
  },
  async sees(text) {
    const isThere = () => {
      if (!document.body.textContent?.includes(text)) throw new Error(`the page does not say ${text}`)
    }
    await waitFor(isThere, WAIT)
  },
}

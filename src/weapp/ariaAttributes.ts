/**
 * Accessible names and roles, by component. Taro's templates carry none of it, so a button that is only an icon
 * would have no name in WeChat. The build puts these into the templates and the runtime into what it sends them.
 */
const named = { 'aria-label': '', 'aria-role': '', 'aria-hidden': '' }
const chosen = { 'aria-checked': '', 'aria-selected': '', 'aria-pressed': '' }

export const ARIA_ATTRIBUTES = {
  View: { ...named, ...chosen, 'aria-live': '', 'aria-modal': '' },
  Text: named,
  Button: { ...named, ...chosen, 'aria-busy': '' },
  Input: { 'aria-label': '', 'aria-invalid': '' },
  Textarea: { 'aria-label': '', 'aria-invalid': '' },
  Image: named,
  Canvas: named,
}

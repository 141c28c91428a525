import type { CSSProperties, SyntheticEvent } from 'react'

type Props = Record<string, unknown>

/** Props of the mini program that mean nothing to the DOM. */
const MINI_PROGRAM_ONLY = new Set([
  'hoverClass',
  'hoverStyle',
  'hoverStartTime',
  'hoverStayTime',
  'hoverStopPropagation',
  'catchMove',
  'openType',
  'onLongPress',
  'animation',
  'enableFlex',
])

/** WeChat takes accessibility props in camel case. */
const RENAMED: Record<string, string> = {
  ariaLabel: 'aria-label',
  ariaRole: 'role',
  ariaHidden: 'aria-hidden',
  ariaChecked: 'aria-checked',
  ariaSelected: 'aria-selected',
  ariaDisabled: 'aria-disabled',
  ariaExpanded: 'aria-expanded',
}

/** Reads "color: red; --x: 1" into the object that React wants. */
export function styleObject(style: unknown): CSSProperties | undefined {
  if (typeof style !== 'string') return style as CSSProperties | undefined
  const object: Record<string, string> = {}
  for (const part of style.split(';')) {
    const colon = part.indexOf(':')
    if (colon < 1) continue
    const name = part.slice(0, colon).trim()
    const key = name.startsWith('--') ? name : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    object[key] = part.slice(colon + 1).trim()
  }
  return object as CSSProperties
}

/** Props of a Taro component that a real element can take. */
export function domProps(props: object): Props {
  const result: Props = {}
  for (const [name, value] of Object.entries(props)) {
    if (MINI_PROGRAM_ONLY.has(name)) continue
    if (name === 'style') result.style = styleObject(value)
    else result[RENAMED[name] ?? name] = value
  }
  return result
}

/** Gives a DOM event the `detail` that a mini program's event has. */
export function withDetail<E extends SyntheticEvent>(event: E, detail: unknown): E {
  Object.defineProperty(event, 'detail', { value: detail, configurable: true })
  return event
}

export const classes = (...names: unknown[]) => names.filter(Boolean).join(' ')

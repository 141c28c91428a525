import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The widgets of docs/TARO.md, by the class that each of them gives its outermost element. */
const WIDGETS = [
  'at-float-layout',
  'at-modal',
  'at-tag',
  'at-badge',
  'at-timeline',
  'at-steps',
  'at-noticebar',
  'at-load-more',
  'at-activity-indicator',
  'at-progress',
  'at-avatar',
  'at-list',
]

/** Widgets of taro-ui that no script of a build makes. */
export function missingWidgets(folder: string): string[] {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  return WIDGETS.filter(
    (name) => !scripts.some((script) => script.includes(`"${name}"`) || script.includes(`'${name}'`)),
  )
}

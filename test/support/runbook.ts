import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const RUNBOOKS = readFileSync(join(__dirname, '../../docs/OPERATIONS.md'), 'utf8')

/** A command to type, or a setting to change, as the text has it. */
export type Step = { command: string } | { name: string; value: string }

/**
 * The steps of OPERATIONS between two marks, in order: each command that begins with one of `programs`, and each
 * `NAME=value`.
 */
export function stepsOf(from: string, to: string, programs: readonly string[]): Step[] {
  const start = RUNBOOKS.indexOf(from)
  const end = RUNBOOKS.indexOf(to, start)
  if (start < 0 || end < 0) throw new Error(`OPERATIONS has no text from "${from}" to "${to}".`)
  return [...RUNBOOKS.slice(start, end).matchAll(/`([^`]+)`/g)].flatMap(([, quoted = '']): Step[] => {
    const step = quoted.replace(/\s+/g, ' ')
    const [, name, value = ''] = /^([A-Z_]+)=(\S+)$/.exec(step) ?? []
    if (name !== undefined) return [{ name, value }]
    return programs.some((program) => step.startsWith(`${program} `)) ? [{ command: step }] : []
  })
}

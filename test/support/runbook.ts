import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DOCUMENTS = ['OPERATIONS', 'DEPLOYMENT', 'INCIDENTS', 'RESTORING', 'UPKEEP']

/** The documents for operators, one behind the other. */
export const RUNBOOKS = DOCUMENTS.map((name) => readFileSync(join(__dirname, `../../docs/${name}.md`), 'utf8')).join(
  '\n',
)

/** A command to type, or a setting to change, as the text has it. */
export type Step = { command: string } | { name: string; value: string }

/**
 * The steps of them between two marks, in order: each command that begins with one of `programs`, and each
 * `NAME=value`.
 */
export function stepsOf(from: string, to: string, programs: readonly string[]): Step[] {
  const start = RUNBOOKS.indexOf(from)
  const end = RUNBOOKS.indexOf(to, start)
  if (start < 0 || end < 0) throw new Error(`The runbooks have no text from "${from}" to "${to}".`)
  return [...RUNBOOKS.slice(start, end).matchAll(/`([^`]+)`/g)].flatMap(([, quoted = '']): Step[] => {
    const step = quoted.replace(/\s+/g, ' ')
    const [, name, value = ''] = /^([A-Z_]+)=(\S+)$/.exec(step) ?? []
    if (name !== undefined) return [{ name, value }]
    return programs.some((program) => step.startsWith(`${program} `)) ? [{ command: step }] : []
  })
}

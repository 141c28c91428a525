import type { Command } from 'commander'
import { RUNBOOKS } from '../../../test/support/runbook'
import { present } from '../shared/assert'
import { buildProgram } from './program'

const program = buildProgram({
  withDeps: () => Promise.reject(new Error('nothing is run')),
  currency: { code: 'USD', scale: 2 },
  write: () => undefined,
})

/** The command that these words name, and how many of them do. */
function find(words: readonly string[]): Command {
  let found: Command = program
  for (const word of words) found = found.commands.find((each) => each.name() === word) ?? found
  return found
}

test('every command of the runbooks exists, and where it is written out it has all that it demands', () => {
  // Commands that somebody types in a hurry: from the keys to the prices, and all that is for incidents.
  const [keys, prices, others] = ['\n### Keys', '\n## Prices', '\n# Deployment'].map((head) => RUNBOOKS.indexOf(head))
  const written = [...RUNBOOKS.matchAll(/`(?:npm run ops -- |compose run --rm ops |ops )([a-z][^`…]*)`/g)]
  const lines = written.map(({ index, 1: line = '' }) => ({
    line: line.replace(/\s+/g, ' ').trim(),
    isRunbook:
      (index > present(keys, 'it is there') && index < present(prices, 'it is there')) ||
      index > present(others, 'it is there'),
  }))
  expect(lines.length).toBeGreaterThan(60)
  const missing: string[] = []
  for (const { line, isRunbook } of lines) {
    const words = line.split(/ (?=--|<|\[|")/)[0]?.split(/[ |]/) ?? []
    const command = find(words)
    expect([line, command === program]).toEqual([line, false])
    const options: string[] = line.match(/--[a-z-]+/g) ?? []
    // Each command has its help.
    const known = ['--help', ...command.options.map(({ long }) => long)]
    expect([line, known]).toEqual([line, expect.arrayContaining(options)])
    // A command typed exactly as written must not ask for more.
    const needsReason = command.options.some(({ mandatory, long }) => mandatory && long === '--reason')
    if (isRunbook && needsReason && options.length > 0) missing.push(...(options.includes('--reason') ? [] : [line]))
  }
  expect(missing).toEqual([])
})

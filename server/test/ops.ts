import { CommanderError } from 'commander'
import type { Deps } from '../src/deps'
import { buildProgram, everyCommand } from '../src/ops/program'
import { depsOfStaff } from './app'

/**
 * Runs one operator command as it is typed and returns what it prints. Throws what the command line would print as an
 * error. `node` is the database with the account of nodes.
 */
export async function runOps(deps: Deps, line: string, key?: string, node = deps.database): Promise<string> {
  let output = ''
  const program = buildProgram({
    withDeps: (work) => work(depsOfStaff(deps), node),
    currency: { code: 'USD', scale: 2 },
    key,
    write: (text) => {
      output += text
    },
  })
  const outputs = {
    writeErr: () => undefined,
    writeOut: (text: string) => {
      output += text
    },
  }
  for (const command of everyCommand(program)) command.exitOverride().configureOutput(outputs)
  const words = line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []
  await program.parseAsync(words, { from: 'user' }).catch((error: unknown) => {
    // A help text was asked for, and printed.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
  })
  return output
}

import type { Deps } from '../src/deps'
import { buildProgram } from '../src/ops/program'

/** Runs one operator command as it is typed and answers what it prints. Throws what the command line would print as an error. */
export async function runOps(deps: Deps, line: string): Promise<string> {
  let output = ''
  const program = buildProgram({
    withDeps: (work) => work(deps),
    currency: { code: 'USD', scale: 2 },
    write: (text) => {
      output += text
    },
  })
  const commands = [program, ...program.commands, ...program.commands.flatMap((group) => group.commands)]
  for (const command of commands) command.exitOverride().configureOutput({ writeErr: () => undefined })
  await program.parseAsync(line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [], { from: 'user' })
  return output
}

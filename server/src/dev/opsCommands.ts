import type { Deps } from '../deps'
import { buildProgram, everyCommand } from '../ops/program'

/** Lines that QA needs most; `@` becomes the account that is signed in. */
export const READY_COMMANDS = [
  'verifications list',
  'verifications open @',
  'act verifications.approve --user @',
  'act verifications.reject --user @ --told photo_unclear',
  'deposits list',
  'withdrawals list',
  'act products.maintenance --symbol BTCUSDT --on yes --until none',
  'act products.maintenance --symbol BTCUSDT --on no --until none',
  'proposals list',
  'users show @',
]

/** Who acts, and why, unless the line says so. */
const AUTHORITY = { actor: 'qa', reason: 'tried by QA' }

/** Runs a line of the operator's commands and returns what it prints. */
export async function operate(deps: Deps, line: string): Promise<string> {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const program = buildProgram({ withDeps: (work) => work(deps, deps.database), currency: deps.config.currency, write })
  for (const command of everyCommand(program)) {
    command.exitOverride().configureOutput({ writeErr: write, writeOut: write })
    for (const [name, value] of Object.entries(AUTHORITY))
      if (command.options.some(({ long }) => long === `--${name}`)) command.setOptionValue(name, value)
  }
  const words = line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []
  await program.parseAsync(words, { from: 'user' }).catch((error: unknown) => {
    // Help and usage were written already.
    if (output === '') write(error instanceof Error ? error.message : String(error))
  })
  return output
}

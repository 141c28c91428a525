import { Command, InvalidArgumentError } from 'commander'
import type { Database } from '../plugins/database'
import type { Authority } from './audit'
import { issueCodes, listCodes, type Row, setMaintenance, showAudit, showUser } from './commands'
import { formatRows } from './print'

/** What a command runs with. The database is opened only when a command was understood. */
export interface OpsContext {
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>
  scale: number
  write(text: string): void
}

const LIST_MAX = 1_000

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > LIST_MAX) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${LIST_MAX}.`)
  }
  return Number(text)
}

function named(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length < 2 || trimmed.length > 200) throw new InvalidArgumentError('It needs 2 to 200 characters.')
  return trimmed
}

function onOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be "on" or "off".')
  return text === 'on'
}

const changing = (command: Command) =>
  command
    .requiredOption('--actor <name>', 'who does this', named)
    .requiredOption('--reason <text>', 'why, for the audit log', named)

/** The operator's commands (product.md, "Operator"). None can touch the outcome, price or timing of an order. */
export function buildProgram(context: OpsContext): Command {
  const program = new Command('ops').description('Operator commands of Fairtick').option('--json', 'print JSON')
  const answer = async (work: (database: Database) => Promise<Row | Row[]>) => {
    const result = await context.withDatabase(work)
    const json = program.opts<{ json?: boolean }>().json
    context.write(`${json ? JSON.stringify(result) : formatRows(result)}\n`)
  }

  const codes = program.command('codes').description('account-opening codes')
  changing(codes.command('issue').description('make new codes'))
    .option('--count <number>', 'how many', wholeNumber, 1)
    .action((options: Authority & { count: number }) =>
      answer((database) => issueCodes(database, options, options.count)),
    )
  codes
    .command('list')
    .description('codes that operators issued')
    .option('--limit <number>', 'at most this many', wholeNumber, 50)
    .action((options: { limit: number }) => answer((database) => listCodes(database, options.limit)))

  program
    .command('users')
    .description('users')
    .command('show')
    .description('one user')
    .argument('<account>')
    .action((account: string) => answer((database) => showUser(database, account, context.scale)))

  const products = program.command('products').description('products')
  changing(products.command('maintenance').description('close a product to new orders, or open it again'))
    .argument('<symbol>')
    .argument('<state>', 'on or off', onOff)
    .action((symbol: string, state: boolean, options: Authority) =>
      answer((database) => setMaintenance(database, options, symbol, state)),
    )

  program
    .command('audit')
    .description('the audit log')
    .command('list')
    .description('what operators did, newest first')
    .option('--limit <number>', 'at most this many', wholeNumber, 50)
    .action((options: { limit: number }) => answer((database) => showAudit(database, options.limit)))

  // The flag may stand anywhere on the line, as people type it.
  for (const group of program.commands) {
    for (const command of group.commands) {
      command.option('--json', 'print JSON').hook('preAction', (self) => {
        if (self.opts<{ json?: boolean }>().json) program.setOptionValue('json', true)
      })
    }
  }
  return program
}

import { Command } from 'commander'
import { unfitCharacter } from '../../../contract/plainText'
import type { Database } from '../database/database'
import type { Deps } from '../deps'
import { addActCommands } from './act'
import { actorFor } from './actor'
import { addAuditCommands } from './groups/audit'
import { addCodeCommands } from './groups/codes'
import { addContentCommands } from './groups/content'
import { addDepositCommands } from './groups/deposits'
import { addHelpLineCommands } from './groups/helpLines'
import { addKeyCommands } from './groups/keys'
import { addLedgerCommands } from './groups/ledger'
import { addObjectCommands } from './groups/objects'
import { addPayoutAccountCommands } from './groups/payoutAccounts'
import { addProductCommands } from './groups/products'
import { addProofCommands } from './groups/proof'
import { addSavingsCommands } from './groups/savings'
import { addStaffCommands } from './groups/staff'
import { addUserCommands } from './groups/users'
import { addVerificationCommands } from './groups/verifications'
import { addWithdrawalCommands } from './groups/withdrawals'
import { type OpsKit, OpsRefusal } from './kit'
import { formatRows } from './print'

/**
 * The dependencies of a command, with the staff's account of the database, and the account of nodes. The database is opened only once a
 * command was understood.
 */
export interface OpsContext {
  withDeps<T>(work: (deps: Deps, node: Database) => Promise<T>): Promise<T>
  currency: OpsKit['currency']
  write(text: string): void
  /** OPS_KEY: its owner is the actor of commands that change something. */
  key?: string | undefined
}

/** One file per group; a new group is one line here. */
const GROUPS: ((kit: OpsKit) => void)[] = [
  addActCommands,
  addCodeCommands,
  addContentCommands,
  addHelpLineCommands,
  addUserCommands,
  addVerificationCommands,
  addDepositCommands,
  addWithdrawalCommands,
  addPayoutAccountCommands,
  addProductCommands,
  addProofCommands,
  addSavingsCommands,
  addLedgerCommands,
  addObjectCommands,
  addKeyCommands,
  addAuditCommands,
  addStaffCommands,
]

/** A command and all below it: groups may have groups. */
export const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)]

/** "savings", "income", "set": the words that call a command. */
const wordsOf = (command: Command): string[] => (command.parent ? [...wordsOf(command.parent), command.name()] : [])

/** The operator's commands (PRODUCT.md 17). None can touch the outcome, price or timing of an order. */
export function buildProgram(context: OpsContext): Command {
  const program = new Command('ops').description('Operator commands of Fairtick').option('--json', 'print JSON')
  const kit: OpsKit = {
    program,
    currency: context.currency,
    write: context.write,
    async answer(work) {
      const result = await context.withDeps(work)
      const json = program.opts<{ json?: boolean }>().json
      context.write(`${json ? JSON.stringify(result) : formatRows(result)}\n`)
    },
  }
  for (const addCommands of GROUPS) addCommands(kit)
  program.hook('preAction', async (_, command) => {
    const isChange = command.options.some(({ long }) => long === '--actor')
    if (!isChange) return
    const unfit = unfitCharacter([command.args, command.opts()])
    if (unfit !== undefined)
      throw new OpsRefusal(`A text holds the hidden control character ${unfit}: type that text anew.`)
    const typed = command.opts<{ actor?: string }>().actor
    const [group = '', ...names] = wordsOf(command)
    const asked = { key: context.key, typed, group, name: names.join(' ') }
    command.setOptionValue('actor', await context.withDeps((deps) => actorFor(deps, asked)))
  })
  // The flag may be anywhere on the line, as people type it.
  for (const command of everyCommand(program)) {
    if (command === program || command.commands.length > 0) continue
    command.option('--json', 'print JSON').hook('preAction', (self) => {
      if (self.opts<{ json?: boolean }>().json) program.setOptionValue('json', true)
    })
  }
  return program
}

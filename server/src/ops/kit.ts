import { type Command, InvalidArgumentError, Option } from 'commander'
import { MONEY_STATUSES, type MoneyStatus } from '../../../contract/deposits'
import type { ReasonKind } from '../../../contract/operatorReasons'
import { type Authority, audited } from '../auditLog/auditLog'
import type { Database } from '../database/database'
import type { Deps } from '../deps'
import { formatMoney } from '../shared/money'
import type { Row } from './print'

/** The tools of a group of commands; `buildProgram` creates it. */
export interface OpsKit {
  program: Command
  currency: { code: string; scale: number }
  /** Runs a command against the services and prints its answer. `node` is the database with the account of nodes. */
  answer(work: (deps: Deps, node: Database) => Promise<Row | Row[]>): Promise<void>
  write(text: string): void
}

/** A command that cannot be carried out; `message` is one sentence for the operator. */
export class OpsRefusal extends Error {
  override name = 'OpsRefusal'
}

const LIST_MAX = 1_000

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > LIST_MAX) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${LIST_MAX}.`)
  }
  return Number(text)
}

export function rowNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be the number of a proposal.')
  return Number(text)
}

export function named(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length < 2 || trimmed.length > 200) throw new InvalidArgumentError('It needs 2 to 200 characters.')
  return trimmed
}

export function yesNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('It must be "yes" or "no".')
  return text === 'yes'
}

/** "2026-11-23T01:30:00Z": an instant with its zone, so that it is unambiguous. */
export function instant(text: string): Date {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
    ? new Date(text)
    : undefined
  if (at === undefined || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be a time with its zone, for example 2026-11-23T01:30:00Z.')
  return at
}

/** A decision's reference to the reason given to the user: its words of today (contract/operatorReasons.ts). */
export async function reasonKey({ support }: Deps, what: ReasonKind, code: string): Promise<string> {
  const key = await support.reasons.offeredKey(what, code)
  if (key !== undefined) return key
  const offered = (await support.reasons.list()).filter((reason) => reason.what === what && reason.offered)
  throw new OpsRefusal(`The reason must be one of: ${offered.map((reason) => reason.code).join(', ')}.`)
}

/** Names of this form are reserved for staff, so nobody may type one. */
function operatorName(text: string): string {
  const name = named(text)
  if (name.startsWith('staff/')) throw new InvalidArgumentError('Names that begin with "staff/" are the console\'s.')
  return name
}

/** The person is in the audit log. */
export const acting = (command: Command) =>
  command.option('--actor <name>', 'who does this; with OPS_KEY the key says it', operatorName)

/** Every changing command says who and why. */
export const changing = (command: Command) =>
  acting(command).requiredOption('--reason <text>', 'why, for the audit log', named)

/** "500.00 USD". */
export const amountWithCode = (minor: bigint, { config }: Deps) =>
  `${formatMoney(minor, config.currency.scale)} ${config.currency.code}`

interface TimedSteps {
  reason: { code: string; note: string | null } | null
  timeline: readonly { step: string; at: string | null }[]
}

/** Why a movement of money failed, and its steps with their times, each as one line. */
export const stepsShown = ({ reason, timeline }: TimedSteps) => ({
  reason: reason === null ? null : [reason.code, reason.note].filter(Boolean).join(': '),
  timeline: timeline.map(({ step, at }) => `${step} ${at}`).join(', '),
})

/** The `list` and `show` of each kind of movement of money; looks at one user's movements are in the audit log. */
export function addReading(
  group: Command,
  { answer }: OpsKit,
  shown: string,
  list: (deps: Deps, status: MoneyStatus, limit: number) => Promise<Row[]>,
  show: (deps: Deps, reference: string) => Promise<Row>,
) {
  group
    .command('list')
    .description('those that are waiting, oldest first; finished ones, newest first')
    .addOption(new Option('--status <status>').choices([...MONEY_STATUSES]).default('under_review'))
    .option('--limit <number>', 'at most this many', wholeNumber, 50)
    .action((options: { status: MoneyStatus; limit: number }) =>
      answer((deps) => list(deps, options.status, options.limit)),
    )
  changing(group.command('show').description(`${shown}; each look is logged`))
    .argument('<reference>')
    .action((reference: string, options: Authority) =>
      answer((deps) =>
        audited(deps.database, options, `${group.name()}.show`, async () => {
          const value = await show(deps, reference)
          return { subject: reference, details: {}, value }
        }),
      ),
    )
}

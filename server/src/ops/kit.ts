import { type Command, InvalidArgumentError, Option } from 'commander'
import { MONEY_STATUSES, type MoneyStatus } from '../../../contract/deposits'
import { OPERATOR_REASONS, operatorReasonOf, type ReasonKind } from '../../../contract/operatorReasons'
import { type Authority, audited } from '../audit/auditLog'
import type { Deps } from '../deps'
import { formatMoney, parseMoney } from '../shared/money'
import type { Row } from './print'

/** What a group of commands works with; `buildProgram` creates it. */
export interface OpsKit {
  program: Command
  currency: { code: string; scale: number }
  /** Runs a command against the services and prints its answer. */
  answer(work: (deps: Deps) => Promise<Row | Row[]>): Promise<void>
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

/** The number of a database row. */
export function rowNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be the number of a proposal.')
  return Number(text)
}

export function named(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length < 2 || trimmed.length > 200) throw new InvalidArgumentError('It needs 2 to 200 characters.')
  return trimmed
}

export function onOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be "on" or "off".')
  return text === 'on'
}

/** "2026-11-23". */
export function day(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a day, for example 2026-11-23.')
  return text
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

/** "500.00 USD": an amount is typed with its currency, so that it is unambiguous. Minor units. */
export const amountIn = (currency: OpsKit['currency']) => (text: string) => {
  const [, amount, code] = /^(\S+)\s+([A-Z]{3,5})$/.exec(text.trim()) ?? []
  const value = amount === undefined ? undefined : parseMoney(amount, currency.scale)
  if (value === undefined || value <= 0n || code !== currency.code) {
    throw new InvalidArgumentError(`It must be an amount with its currency, for example "500.00 ${currency.code}".`)
  }
  return value
}

/** A reason from the list, which the user reads in their language; "other" needs a note. */
export function rejecting(command: Command, what: ReasonKind) {
  const codes = OPERATOR_REASONS[what].join(', ')
  return changing(command)
    .requiredOption('--for <reason>', `what the user is told: ${codes}, or one that was added in the console`)
    .option('--note <text>', 'more, in your own words; the user reads it as it is', named)
}

export interface Rejection {
  for: string
  note?: string
}

/** What is stored and sent (contract/operatorReasons.ts), with the current words. */
export async function rejectionText({ reasons }: Deps, what: ReasonKind, options: Rejection): Promise<string> {
  if (options.for === 'other' && options.note === undefined)
    throw new OpsRefusal('The reason "other" needs a --note that says why.')
  const key = await reasons.offeredKey(what, options.for)
  if (key !== undefined) return operatorReasonOf(key, options.note)
  const offered = (await reasons.list()).filter((reason) => reason.what === what && reason.offered)
  throw new OpsRefusal(`The reason must be one of: ${offered.map(({ code }) => code).join(', ')}.`)
}

/** Names of this form are reserved for staff, so nobody may type one. */
function operatorName(text: string): string {
  const name = named(text)
  if (name.startsWith('staff/')) throw new InvalidArgumentError('Names that begin with "staff/" are the console\'s.')
  return name
}

/** Every changing command says who and why. */
export const changing = (command: Command) =>
  command
    .option('--actor <name>', 'who does this; with OPS_KEY the key says it', operatorName)
    .requiredOption('--reason <text>', 'why, for the audit log', named)

/** A command that moves money may need a second operator; see approvals.ts. */
export const movingMoney = (command: Command) =>
  changing(command).option('--approval <number>', 'number of the proposal that another operator made', rowNumber)

/** "500.00 USD", as `amountIn` reads it. */
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

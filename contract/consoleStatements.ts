import Type, { type Static } from 'typebox'
import { BankFile, BankFileName } from './bankFiles'
import { closed, Instant, MoneyText, nullable } from './common'
import {
  CONSOLE_PROBLEMS,
  STATEMENT_FAULTS,
  STATEMENT_FORMATS,
  STATEMENT_LINE_GROUPS,
  STATEMENT_LINE_STATES,
  type StatementLineState,
} from './console'
import { MONEY_STATUSES } from './deposits'

/** Schemas of bank statements in the staff console; the endpoints are in consoleSchemas.ts. */

const Id = Type.String({ pattern: '^[1-9]\\d{0,17}$' })

/** The place at which a bank statement cannot be read, and the text there. */
export const ConsoleFault = closed({
  code: Type.Enum([...STATEMENT_FAULTS]),
  unit: Type.Enum(['line', 'entry']),
  place: Type.Integer(),
  found: Type.String(),
  /** Its name in a ZIP. */
  file: nullable(Type.String()),
})
export type ConsoleFault = Static<typeof ConsoleFault>

/** Typed by whoever credits something else: in the currency of the bank's line, negative if the money went back. */
export const BankAmount = Type.String({
  pattern: '^-?\\d{1,16}(\\.\\d{1,4})?$',
  description: 'The amount that the bank shows, for example "270.00"',
})
/** A line of a bank statement, without the bank's words about a payer. */
export const BankLine = closed({
  fileName: Type.String(),
  place: Type.Integer(),
  bookedOn: Type.String(),
  amount: MoneyText,
  currency: Type.String(),
})
/** The bank's side of a deposit: the line that names it, the one that speaks most against it if there are several. */
export const BankSide = closed({
  ...BankLine.properties,
  /** The same amount in the same currency, and none of it went back. */
  agrees: Type.Boolean(),
  /** The bank's amount less the deposit's; null in another currency. */
  difference: nullable(MoneyText),
  /** How many lines name the deposit. */
  lines: Type.Integer(),
})
export type BankSide = Static<typeof BankSide>

/** The result of an import: lines that were already there count in `lines` alone. */
export const ImportedStatement = closed({
  id: Id,
  fileName: Type.String(),
  format: Type.Enum([...STATEMENT_FORMATS]),
  ownAccount: nullable(Type.String()),
  /** The description that a CSV file was read by. */
  describedBy: nullable(Type.String()),
  importedBy: Type.String(),
  importedAt: Instant,
  lines: Type.Integer(),
  added: Type.Integer(),
  /** Money that went out and names no deposit: not kept. */
  outgoing: Type.Integer(),
})
export type ImportedStatement = Static<typeof ImportedStatement>
/** One, or one for each file of a ZIP. */
export const ImportedStatements = closed({ items: Type.Array(ImportedStatement, { minItems: 1, maxItems: 50 }) })
/** Base64 of at most 2 MB. */
export const StatementFile = Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 2_796_204 })
export const ImportFile = closed({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  file: StatementFile,
  /** The description to read it by; without it, the one whose columns the file has. */
  describedBy: Type.Optional(BankFileName),
})
/** What a description makes of a file; nothing is kept. */
export const StatementPreview = closed({
  /** The one that was asked about, else a suggestion. */
  file: BankFile,
  /** The first lines of the file, cell by cell. */
  rows: Type.Array(Type.Array(Type.String())),
  /** The first entries; none if the file cannot be read. */
  lines: Type.Array(
    closed({
      place: Type.Integer(),
      bookedOn: Type.String(),
      amount: MoneyText,
      currency: Type.String(),
      text: Type.String(),
    }),
  ),
  /** How many entries the file has. */
  count: Type.Integer(),
  fault: nullable(ConsoleFault),
})
export type StatementPreview = Static<typeof StatementPreview>

const stateNames = Object.keys(STATEMENT_LINE_STATES) as StatementLineState[]
export const ImportedLine = closed({
  id: Id,
  place: Type.Integer(),
  bookedOn: Type.String(),
  amount: MoneyText,
  currency: Type.String(),
  text: nullable(Type.String({ description: 'Null once its user was deleted' })),
  reference: nullable(Type.String()),
  account: nullable(Type.String()),
  /** The deposit that it names. */
  deposit: nullable(
    closed({
      amount: MoneyText,
      /** The line's amount less the deposit's; null in another currency. */
      difference: nullable(MoneyText),
      status: Type.Enum([...MONEY_STATUSES]),
      createdAt: Instant,
      /** When somebody should have looked at it. */
      dueAt: Instant,
      /** Its credit waits for a second person. */
      proposed: Type.Boolean(),
    }),
  ),
  state: Type.Enum([...stateNames]),
  /** The person who put it aside, and the reason: it pays for no deposit and needs no more work. */
  aside: nullable(closed({ by: Type.String(), at: Instant, reason: Type.String() })),
})
export type ImportedLine = Static<typeof ImportedLine>
const Sum = { count: Type.Integer(), amount: MoneyText }
/** What the lines of a statement come to, those in the platform's currency in their amounts. */
export const StatementTotals = closed({
  groups: Type.Array(closed({ group: Type.Enum([...STATEMENT_LINE_GROUPS]), ...Sum }), {
    maxItems: STATEMENT_LINE_GROUPS.length,
  }),
  all: closed(Sum),
  /** Those that are neither credited nor set aside. */
  open: closed(Sum),
  /** The matched lines that one press credits or proposes. */
  next: closed(Sum),
})
export type StatementTotals = Static<typeof StatementTotals>
export const StatementProposals = closed({
  done: Type.Integer(),
  waiting: Type.Integer(),
  refused: Type.Array(closed({ reference: Type.String(), problem: Type.Enum([...CONSOLE_PROBLEMS]) }), {
    maxItems: 100,
  }),
  /** Matched lines that are left for the next time. */
  left: Type.Integer(),
})
export type StatementProposals = Static<typeof StatementProposals>

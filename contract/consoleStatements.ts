import Type, { type Static } from 'typebox'
import { closed, Instant, MoneyText, nullable } from './common'
import {
  CONSOLE_PROBLEMS,
  STATEMENT_FAULTS,
  STATEMENT_FORMATS,
  STATEMENT_LINE_STATES,
  type StatementLineState,
} from './console'

/** Schemas of bank statements in the staff console; the endpoints are in consoleSchemas.ts. */

const Id = Type.String({ pattern: '^[1-9]\\d{0,17}$' })

/** The place at which a bank statement cannot be read, and the text there. */
export const ConsoleFault = closed({
  code: Type.Enum([...STATEMENT_FAULTS]),
  unit: Type.Enum(['line', 'entry']),
  place: Type.Integer(),
  found: Type.String(),
})
export type ConsoleFault = Static<typeof ConsoleFault>

/** The result of an import: lines that were already there count in `lines` alone. */
export const ImportedStatement = closed({
  id: Id,
  fileName: Type.String(),
  format: Type.Enum([...STATEMENT_FORMATS]),
  ownAccount: nullable(Type.String()),
  importedBy: Type.String(),
  importedAt: Instant,
  lines: Type.Integer(),
  added: Type.Integer(),
  /** Money that went out and names no deposit: not kept. */
  outgoing: Type.Integer(),
})
export type ImportedStatement = Static<typeof ImportedStatement>
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
  state: Type.Enum([...stateNames]),
  /** The person who put it aside, and the reason: it pays for no deposit and needs no more work. */
  aside: nullable(closed({ by: Type.String(), at: Instant, reason: Type.String() })),
})
export type ImportedLine = Static<typeof ImportedLine>
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

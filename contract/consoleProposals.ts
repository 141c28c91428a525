import Type, { type Static } from 'typebox'
import { closed, Instant, nullable } from './common'
import { STAFF_ACTION_NAMES } from './console'

/** What waits for a second person, as the staff console shows it. */

const Id = Type.String({ pattern: '^[1-9]\\d{0,17}$' })
const ById = closed({ id: Id })
const ForReason = closed({ reason: Type.String({ minLength: 2, maxLength: 200 }) })
const Nothing = Type.Null()

export const Proposal = closed({
  id: Id,
  action: Type.Enum([...STAFF_ACTION_NAMES]),
  subject: Type.String(),
  /** Account of the user concerned, where there is one who still exists. */
  account: nullable(Type.String()),
  params: Type.Record(Type.String(), Type.Unknown()),
  proposedBy: Type.String(),
  mine: Type.Boolean(),
  reason: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
})
export type Proposal = Static<typeof Proposal>
/** Asked for on the command line: another person repeats the command there, or refuses it here. */
export const CommandProposal = closed({
  id: Id,
  action: Type.String(),
  subject: Type.String(),
  proposedBy: Type.String(),
  mine: Type.Boolean(),
  reason: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
})
export type CommandProposal = Static<typeof CommandProposal>

export const PROPOSAL_SCHEMAS = {
  listProposals: {
    answer: closed({
      items: Type.Array(Proposal, { maxItems: 100 }),
      commands: Type.Array(CommandProposal, { maxItems: 100 }),
    }),
  },
  refuseProposal: { params: ById, body: ForReason, answer: Nothing },
  withdrawProposal: { params: ById, answer: Nothing },
  refuseCommand: { params: ById, body: ForReason, answer: Nothing },
  withdrawCommand: { params: ById, answer: Nothing },
} as const

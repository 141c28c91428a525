import Type, { type Static } from 'typebox'
import { closed, Instant, MoneyText, nullable, PageQuery, pageOf } from './common'
import { PROPOSAL_OUTCOMES, STAFF_ACTION_NAMES } from './console'
import { BankLine, BankSide } from './consoleStatements'
import { PRODUCT_PARTS, PublicTerms } from './market'

/** Waiting and closed proposals, as the staff console shows them. */

const Id = Type.String({ pattern: '^[1-9]\\d{0,17}$' })
const ById = closed({ id: Id })
const ForReason = closed({ reason: Type.String({ minLength: 2, maxLength: 200 }) })
const Nothing = Type.Null()

const Asked = {
  id: Id,
  action: Type.Enum([...STAFF_ACTION_NAMES]),
  subject: Type.String(),
  /** Account of the user concerned, if there is one who still exists. */
  account: nullable(Type.String()),
  /** Amount of the deposit or withdrawal concerned. */
  amount: nullable(MoneyText),
  /** The product concerned, with its names by locale, if it exists. */
  product: nullable(closed({ symbol: Type.String(), names: Type.Record(Type.String(), Type.String()) })),
  /** The announced change that is to be withdrawn. */
  change: nullable(closed({ part: Type.Enum([...PRODUCT_PARTS]), from: Instant, terms: PublicTerms })),
  /** The line of a bank statement concerned. */
  line: nullable(BankLine),
  /** For the credit of a deposit: what the bank shows for it; null if no line names it. */
  bank: nullable(BankSide),
  params: Type.Record(Type.String(), Type.Unknown()),
  proposedBy: Type.String(),
  reason: Type.String(),
  createdAt: Instant,
}
export const Proposal = closed({
  ...Asked,
  mine: Type.Boolean(),
  mayAgree: Type.Boolean(),
  /** Logins of those who may, at most 20. */
  agreers: Type.Array(Type.String()),
  expiresAt: Instant,
})
export type Proposal = Static<typeof Proposal>
/** How it ended. */
const Decision = {
  outcome: Type.Enum([...PROPOSAL_OUTCOMES]),
  /** The person who agreed, refused or withdrew; null if nobody did in time. */
  decidedBy: nullable(Type.String()),
  /** Why it was refused. */
  decisionReason: nullable(Type.String()),
  endedAt: Instant,
}
/** Its parameters are without those that are about a person: a note, dates of a document. */
export const EndedProposal = closed({
  ...Asked,
  ...Decision,
})
export type EndedProposal = Static<typeof EndedProposal>

const EndedQuery = closed({ ...PageQuery, outcome: Type.Optional(Type.Enum([...PROPOSAL_OUTCOMES])) })

export const PROPOSAL_SCHEMAS = {
  listProposals: {
    answer: closed({ items: Type.Array(Proposal, { maxItems: 100 }) }),
  },
  /** Newest first. */
  listEndedProposals: { query: EndedQuery, answer: pageOf(EndedProposal) },
  refuseProposal: { params: ById, body: ForReason, answer: Nothing },
  withdrawProposal: { params: ById, answer: Nothing },
} as const

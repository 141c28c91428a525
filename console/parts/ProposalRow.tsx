import type { ReactNode } from 'react'
import type { EndedProposal, Proposal } from '../../contract/consoleProposals'
import { grouped, t } from '../texts'
import { Facts } from './Facts'
import { Row } from './Row'

/** A line: the action, what it is about, who asks and why. */
export const ProposalRow = ({ proposal, due }: { proposal: Proposal | EndedProposal; due: ReactNode }) => (
  <Row
    name={t(`action/${proposal.action}`)}
    detail={`#${proposal.id}`}
    figure={proposal.amount === null ? null : grouped(proposal.amount)}
    about={<Facts of={proposal} isShort />}
    due={due}
    more={`${proposal.proposedBy}: ${proposal.reason}`}
  />
)

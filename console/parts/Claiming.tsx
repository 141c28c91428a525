import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Queue } from '../../contract/console'
import { call } from '../api'
import { clock, t } from '../texts'
import { Mark } from './Mark'
import { SendButton } from './SendButton'
import { Bar } from './Sheet'
import { useProblem } from './useProblem'

export interface Claimed {
  key: string
  claim: { by: string; mine: boolean; until: string } | null
}

interface Props {
  queue: Queue
  item: Claimed
  /** The steps of whoever has claimed it. */
  children: ReactNode
}

/** Claims or releases; the lists and the open item show it at once. */
function useClaiming(queue: Queue, key: string) {
  const queries = useQueryClient()
  const showProblem = useProblem()
  return (endpoint: 'claimItem' | 'releaseItem') =>
    call(endpoint, { params: { queue, key } })
      .catch(showProblem)
      .then(() =>
        Promise.all([
          queries.invalidateQueries({ queryKey: [queue] }),
          queries.invalidateQueries({ queryKey: [queue.slice(0, -1), key], refetchType: 'active' }),
        ]),
      )
}

/** What waits for a second person about an item of a queue. */
function useProposalOf(queue: Queue, key: string) {
  const list = useQuery({ queryKey: ['proposals'], queryFn: () => call('listProposals', {}) })
  const subject = queue === 'verifications' ? `user ${key}` : key
  return list.data?.items.find((each) => each.subject === subject && each.action.startsWith(`${queue}.`))
}

/** The foot of an item of a queue: one claims it first, then decides, unless that waits for a second person. */
export function Claiming({ queue, item: { key, claim }, children }: Props) {
  const send = useClaiming(queue, key)
  const proposal = useProposalOf(queue, key)
  const proposed = proposal && (
    <>
      <Mark level="open">{t('proposedBy', { action: t(`action/${proposal.action}`), by: proposal.proposedBy })}</Mark>
      <Link href={`/proposals?open=${proposal.id}`}>{t('toProposal')}</Link>
    </>
  )
  if (claim?.mine)
    return (
      <Bar>
        {proposed ?? children}
        <SendButton send={() => send('releaseItem')}>{t('do/release')}</SendButton>
        <Mark level="open">{t('claimedByYou', { until: clock(claim.until) })}</Mark>
      </Bar>
    )
  if (proposed) return <Bar>{proposed}</Bar>
  if (claim) return <Bar>{t('claimedBy', { by: claim.by, until: clock(claim.until) })}</Bar>
  return (
    <Bar>
      <SendButton type="primary" aria-keyshortcuts="C" send={() => send('claimItem')}>
        {t('do/claim')}
      </SendButton>
      {t('claimFirst')}
    </Bar>
  )
}

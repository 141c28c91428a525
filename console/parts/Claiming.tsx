import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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

/** The foot of an item of a queue: one claims it first, then decides. */
export function Claiming({ queue, item: { key, claim }, children }: Props) {
  const send = useClaiming(queue, key)
  if (claim?.mine)
    return (
      <Bar>
        {children}
        <SendButton send={() => send('releaseItem')}>{t('do/release')}</SendButton>
        <Mark level="open">{t('claimedByYou', { until: clock(claim.until) })}</Mark>
      </Bar>
    )
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

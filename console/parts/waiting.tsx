import { useQuery } from '@tanstack/react-query'
import { WAITING_MAX, type WaitingQueue } from '../../contract/consoleWaiting'
import { call } from '../api'
import { age, t, timeLeft } from '../texts'

/** With less than this left, a deadline is marked in the menu. */
const SOON_MS = 60 * 60_000

/** What waits for this person, by queue. */
export function useWaiting() {
  const waiting = useQuery({ queryKey: ['waiting'], queryFn: () => call('listWaiting', {}) })
  return {
    of: (queue: string): WaitingQueue | undefined => waiting.data?.items.find((item) => item.queue === queue),
    /** The sum over all queues. */
    count: waiting.data?.items.reduce((sum, { count }) => sum + count, 0) ?? 0,
    reload: waiting.refetch,
  }
}

const countOf = ({ count }: WaitingQueue) => (count < WAITING_MAX ? String(count) : `${WAITING_MAX - 1}+`)

/** "next due in 42 min", "2 h overdue". */
export const dueInWords = (at: string) =>
  t(Date.parse(at) < Date.now() ? 'dueAgo' : 'nextDueIn', { time: timeLeft(at) })

/** The facts of a queue as a sentence. */
function sentence(item: WaitingQueue): string {
  const { oldestAt, dueAt } = item
  return [
    t('waitingCount', { count: countOf(item) }),
    oldestAt && t('waitingOldest', { age: age(oldestAt) }),
    dueAt && dueInWords(dueAt),
  ]
    .filter(Boolean)
    .join(', ')
}

function levelOf({ dueAt }: WaitingQueue) {
  const left = dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt) - Date.now()
  if (left < 0) return 'over'
  return left < SOON_MS ? 'soon' : 'plain'
}

/** Next to the name of a page in the menu: how many wait, and how long the first of them has left. */
export function WaitingBadge({ item }: { item: WaitingQueue }) {
  if (item.count === 0) return null
  return (
    <span className={`waiting waiting--${levelOf(item)}`} title={sentence(item)}>
      <span aria-hidden="true">
        {item.dueAt && <small>{timeLeft(item.dueAt)}</small>}
        <b>{countOf(item)}</b>
      </span>
      <span className="unseen">, {sentence(item)}</span>
    </span>
  )
}

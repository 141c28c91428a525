import { age, moment, t, timeLeft } from '../texts'
import { Mark } from './Mark'

/** An item is marked when less than this share of its time is left. */
const SOON = 0.25

/** A deadline: marked when little of the time since `from` is left, and once it is over. */
export function Due({ at, from }: { at: string | null; from: string }) {
  if (at === null) return moment(at)
  const left = Date.parse(at) - Date.now()
  const isSoon = left < SOON * (Date.parse(at) - Date.parse(from))
  return (
    <Mark level={left < 0 ? 'bad' : isSoon ? 'soon' : 'plain'}>
      <span title={moment(at)}>{t(left < 0 ? 'dueAgo' : 'dueIn', { time: timeLeft(at) })}</span>
    </Mark>
  )
}

/** How long something waits, with the moment it began. */
export const Age = ({ from }: { from: string }) => (
  <span title={moment(from)} style={{ whiteSpace: 'nowrap' }}>
    {age(from)}
  </span>
)

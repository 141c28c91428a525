import { age, moment, t } from '../texts'
import { Mark } from './Mark'

/** An item is marked when less than this share of its time is left. */
const SOON = 0.25

/** A deadline: marked when little of the time since `from` is left, and once it is over. */
export function Due({ at, from }: { at: string | null; from: string }) {
  if (at === null) return moment(at)
  const left = Date.parse(at) - Date.now()
  if (left < 0)
    return (
      <Mark level="bad">
        {moment(at)} {t('overdue')}
      </Mark>
    )
  const isSoon = left < SOON * (Date.parse(at) - Date.parse(from))
  return <Mark level={isSoon ? 'soon' : 'plain'}>{isSoon ? `${moment(at)} ${t('dueSoon')}` : moment(at)}</Mark>
}

/** How long something waits, with the moment it began. */
export const Age = ({ from }: { from: string }) => (
  <span title={moment(from)} style={{ whiteSpace: 'nowrap' }}>
    {age(from)}
  </span>
)

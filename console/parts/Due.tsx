import { age, moment, t } from '../texts'
import { Mark } from './Mark'

/** How much of the time that there is may be left before an item is marked. */
const SOON = 0.25

/** A moment by which somebody should have looked: marked when little of the time since `from` is left, and once it is over. */
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
export const Age = ({ from }: { from: string }) => <span title={moment(from)}>{age(from)}</span>

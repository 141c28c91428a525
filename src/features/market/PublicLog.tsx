import { observer } from 'mobx-react-lite'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import { showClock } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'

/** What the public log says of all users' orders of the day, and when it was last signed; leads to the page that checks. */
export const PublicLog = observer(function PublicLog() {
  const t = useT()
  const format = useFormat()
  const { preferences, proof } = useLate()
  useReload(() => proof.publicLog.load())
  const log = proof.publicLog.value
  if (!log) return null
  const count = (orders: number) => format.number(String(orders))
  return (
    <Card kind="list">
      <ListRow
        icon="shield"
        title={t('home.log.settled', { orders: count(log.orders), voided: count(log.voided) })}
        note={t('home.log.signed', { time: showClock(log.signedAt, preferences.timeZone, { seconds: true }) })}
        onClick={() => openPage('/pages/check/check')}
      />
    </Card>
  )
})

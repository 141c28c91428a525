import { observer } from 'mobx-react-lite'
import { Card } from '../../../components/Card'
import { ListRow } from '../../../components/ListRow'
import { useShownAmount } from '../../../connected/Amount'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { useLate } from '../../../stores/StoresContext'

/** The user's own limit of a day's losses with its use, or the way to set one. */
export const LossLimit = observer(function LossLimit() {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const { accountLimits } = useLate()
  const limit = accountLimits.limitOf('loss_day')
  const value = limit?.value
  const used =
    value == null ? undefined : `${shown(format.number(limit?.used ?? '0'))} / ${shown(format.number(value))}`
  return (
    <Card kind="list">
      <ListRow
        icon="hourglass"
        title={value == null ? t('title.limits') : t('limits.kind.loss_day')}
        value={used}
        onClick={() => openPage('/pages/limits/limits')}
      />
    </Card>
  )
})

import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { AccountLimitKind } from '../../../contract/limits'
import { ListRow } from '../../components/ListRow'
import { useShownAmount } from '../../connected/Amount'
import { useLimitFormat } from '../../connected/useLimitFormat'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { useLate } from '../../stores/StoresContext'

/** One limit: its value, and how much of it is used. A tap opens its sheet. */
export const LimitRow = observer(function LimitRow({ kind, onOpen }: { kind: AccountLimitKind; onOpen: () => void }) {
  const { accountLimits, preferences } = useLate()
  const t = useT()
  const format = useLimitFormat()
  const shown = useShownAmount()
  const limit = accountLimits.limitOf(kind)
  const counts = limit !== undefined && kind !== 'session' && kind !== 'stake'
  const notes = [
    counts && t('limits.usedLeft', { used: shown(format(kind, limit.used)), left: shown(format(kind, limit.left)) }),
    limit?.resetsAt && t('limits.resets', { time: showDateTime(limit.resetsAt, preferences.timeZone) }),
  ].filter(Boolean)
  return (
    <ListRow
      title={t(`limits.kind.${kind}`)}
      note={notes.length > 0 ? notes.join('\n') : undefined}
      className="limits__row"
      value={<Text className="num">{limit ? shown(format(kind, limit.value)) : t('limits.notSet')}</Text>}
      onClick={onOpen}
    />
  )
})

import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Restored } from '../../../domain/proof/restores'
import { formatDateTime } from '../../../domain/time'
import { useT } from '../../../i18n'
import { useStores } from '../../../stores/StoresContext'

/** A part of the log is void since the house restored it from a backup, and says so under its signature. */
export const RestoreNote = observer(function RestoreNote({ restored }: { restored: Restored }) {
  const t = useT()
  const { preferences } = useStores()
  const time = (at: number) => formatDateTime(at, preferences.timeZone, { seconds: true })
  return (
    <View className="closed__witness" ariaRole="status">
      <Text className="t13">
        {t('orders.proof.restored.what', { from: time(restored.keptAt), until: time(restored.at) })}
      </Text>
      <Text className="muted t12">{t(`orders.proof.restored.reason.${restored.reason}`)}</Text>
    </View>
  )
})

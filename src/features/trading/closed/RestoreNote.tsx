import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Restored } from '../../../domain/proof/restores'
import { formatDateTime } from '../../../domain/time'
import { useT } from '../../../i18n'
import { useStores } from '../../../stores/StoresContext'

/** Says that a part of the log is void since a restore from a backup, as the house has stated and signed. */
export const RestoreNote = observer(function RestoreNote({ restored }: { restored: Restored }) {
  const t = useT()
  const { preferences } = useStores()
  const time = (at: number) => formatDateTime(at, preferences.timeZone, { seconds: true })
  return (
    <View className="story__note" ariaRole="status">
      <Text className="t13">
        {t('orders.proof.restored.what', { from: time(restored.keptAt), until: time(restored.at) })}
      </Text>
      <Text className="muted t12">{t(`orders.proof.restored.reason.${restored.reason}`)}</Text>
    </View>
  )
})

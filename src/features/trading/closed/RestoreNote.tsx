import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Restored } from '../../../../proof/restores'
import { useRestoredText } from '../evidence/useRestoredText'

/** Says that a part of the log is void since a restore from a backup, as the house has stated and signed. */
export const RestoreNote = observer(function RestoreNote({ restored }: { restored: Restored }) {
  const [what, why] = useRestoredText()(restored)
  return (
    <View className="story__note" ariaRole="status">
      <Text className="t13">{what}</Text>
      <Text className="muted t12">{why}</Text>
    </View>
  )
})

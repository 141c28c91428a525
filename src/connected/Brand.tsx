import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Icon } from '../components/Icon'
import { useStores } from '../stores/StoresContext'
import './Brand.scss'

/** The mark and the product's name, which the deployment chooses. */
export const Brand = observer(function Brand() {
  const { session } = useStores()
  return (
    <View className="brand">
      <View className="brand__mark">
        <Icon name="mark" size={20} />
      </View>
      <Text className="brand__name">{session.appInfo?.name ?? 'Fairtick'}</Text>
    </View>
  )
})

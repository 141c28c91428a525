import { Text, View } from '@tarojs/components'
import { Icon, type IconName } from '../../components/Icon'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { type ExampleProps, useExample } from './useExample'

/** PRODUCT.md 1: the three promises. */
const PROMISES: readonly { icon: IconName; key: PlainKey }[] = [
  { icon: 'shield', key: 'auth.promise.check' },
  { icon: 'lock', key: 'auth.promise.fair' },
  { icon: 'savings', key: 'auth.promise.money' },
]

/** A result that this device verifies; where there is none, what the product promises. */
export function WelcomeProof({ loadCheck, Card }: ExampleProps) {
  const example = useExample(loadCheck)
  return example ? <Card check={example} /> : <Promises />
}

export function Promises() {
  const t = useT()
  return (
    <View className="welcome__promises" ariaRole="list">
      {PROMISES.map(({ icon, key }) => (
        <View key={key} className="welcome__promise" ariaRole="listitem">
          <View className="welcome__icon middle">
            <Icon name={icon} size={22} />
          </View>
          <Text className="welcome__text fills soft">{t(key)}</Text>
        </View>
      ))}
    </View>
  )
}

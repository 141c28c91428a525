import { Text, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import './Basis.scss'

/** The figures that a row is computed from: names over values, side by side if there is room. */
export function Basis({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <View className="basis">
      {facts.map(({ label, value }) => (
        <View key={label} className="basis__one">
          <Text className="block muted t12">{label}</Text>
          <View className="t13 num">{value}</View>
        </View>
      ))}
    </View>
  )
}

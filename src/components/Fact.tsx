import { Text, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import './Fact.scss'

/** A name and its value on one line. */
export function Fact({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <View className="fact">
      <Text className="fact__label muted t14">{label}</Text>
      <View className={strong ? 'fact__value fact__value--strong num' : 'fact__value num'}>{children}</View>
    </View>
  )
}

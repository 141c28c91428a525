import { Text, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './classNames'
import './Fact.scss'

/** A name and its value on one line. */
export function Fact({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  // Words alone may be translated by the browser, figures may not.
  const isWords = typeof children === 'string' && !/\d/.test(children)
  return (
    <View className="fact">
      <Text className="fact__label muted t14">{label}</Text>
      <View className={classNames('fact__value', strong && 'fact__value--strong', !isWords && 'num')}>{children}</View>
    </View>
  )
}

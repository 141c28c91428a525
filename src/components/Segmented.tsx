import { Button, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './classNames'
import './Segmented.scss'

export interface SegmentedProps<V extends string> {
  options: readonly { value: V; label: ReactNode }[]
  value: V
  onChange: (value: V) => void
  /** Names the group. */
  label: string
  className?: string
}

/** A few choices side by side, one of them selected. */
export function Segmented<V extends string>({ options, value, onChange, label, className }: SegmentedProps<V>) {
  return (
    <View className={classNames('segmented', className)} ariaRole="tablist" aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.value}
          className={classNames('segmented__option', option.value === value && 'segmented__option--on')}
          ariaRole="tab"
          aria-selected={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </View>
  )
}

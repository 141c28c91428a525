import { Button, Text, View } from '@tarojs/components'
import { useEffect, useRef } from 'react'
import { typedCode } from '../../contract/typedText'
import { tapFeedback } from '../platform/haptics'
import { onKeyDown } from '../platform/pageEvents'
import { Icon } from './Icon'
import './PinPad.scss'

export interface PinPadProps {
  /** Names the field, e.g. "Transaction password". */
  label: string
  value: string
  length?: number
  onChange: (value: string) => void
  /** Called with the last digit. */
  onComplete: (value: string) => void
  /** The problem in words. */
  error?: string | undefined
  disabled?: boolean
  deleteLabel: string
  /** "3 of 6 digits entered", for users who cannot see the dots. */
  progressText: string
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', 'delete'] as const

/** A password of digits on our own keys: nothing of it passes a keyboard app or the browser's memory. */
export function PinPad(props: PinPadProps) {
  const { value, length = 6, onChange, onComplete, disabled = false } = props
  // The entered digits, ahead of the next render: two keys within a frame are two digits.
  const entered = useRef(value)
  entered.current = value
  const enter = (next: string) => {
    entered.current = next
    onChange(next)
  }
  const press = (key: string) => {
    if (disabled) return
    if (key === 'delete') return enter(entered.current.slice(0, -1))
    if (entered.current.length >= length) return
    const next = entered.current + key
    enter(next)
    if (next.length === length) onComplete(next)
  }
  // A keyboard's digits work, too; a mini program has no keyboard.
  useEffect(() =>
    onKeyDown((key) => {
      const digit = typedCode(key)
      if (/^\d$/.test(digit)) press(digit)
      else if (key === 'Backspace') press('delete')
    }),
  )
  return (
    <View className="pin" ariaRole="group" aria-label={props.label}>
      <Text className="block center soft t14" aria-hidden>
        {props.label}
      </Text>
      <View className="pin__dots" aria-hidden>
        {Array.from({ length }, (_, index) => index).map((index) => (
          <View key={index} className={index < value.length ? 'pin__dot pin__dot--on' : 'pin__dot'} />
        ))}
      </View>
      <Text className="sr-only" ariaRole="status">
        {props.progressText}
      </Text>
      <View className="pin__error" aria-live="polite">
        {props.error ?? ''}
      </View>
      <View className="pin__keys">
        {KEYS.map((key) =>
          key === '' ? (
            <View key="none" />
          ) : (
            <Button
              key={key}
              className="pin__key centered num"
              disabled={disabled}
              aria-label={key === 'delete' ? props.deleteLabel : key}
              onClick={() => {
                tapFeedback()
                press(key)
              }}
            >
              {key === 'delete' ? <Icon name="backspace" size={22} /> : key}
            </Button>
          ),
        )}
      </View>
    </View>
  )
}

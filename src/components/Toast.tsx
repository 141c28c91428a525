import { Button, Text, View } from '@tarojs/components'
import { useEffect } from 'react'
import { classNames } from './classNames'
import { Icon, type IconName } from './Icon'
import './Toast.scss'

export interface ToastProps {
  text: string
  tone: 'success' | 'error' | 'info'
  /** When it first showed, device time. */
  since: number
  /** Called after the text has been up long enough to be read. */
  onDone: () => void
  /** Opens what the text is about; makes the toast a button. */
  onOpen?: (() => void) | undefined
}

const ICONS: Record<ToastProps['tone'], IconName> = { success: 'check', error: 'warning', info: 'info' }
/** A base plus time to read each character, 6 s at most. */
const showMs = (text: string) => Math.min(6_000, 1_800 + text.length * 45)

/** One short message. It takes taps only if it leads somewhere. */
export function Toast({ text, tone, since, onDone, onOpen }: ToastProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs once for a message
  useEffect(() => {
    const timer = setTimeout(onDone, Math.max(0, since + showMs(text) - Date.now()))
    return () => clearTimeout(timer)
  }, [text, since])
  return (
    <View
      className={classNames('toast', `toast--${tone}`, onOpen && 'toast--opens')}
      ariaRole={tone === 'error' ? 'alert' : 'status'}
    >
      <Icon name={ICONS[tone]} size={20} />
      {onOpen ? (
        <Button
          className="toast__text toast__open"
          onClick={() => {
            onOpen()
            onDone()
          }}
        >
          {text}
        </Button>
      ) : (
        <Text className="toast__text">{text}</Text>
      )}
    </View>
  )
}

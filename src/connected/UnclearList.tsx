import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../components/Button'
import { Card } from '../components/Card'
import type { Intent, IntentKind } from '../stores/sending/intents'
import type { Sender } from '../stores/sending/Sender'
import { DOUBLE_CLICK_MS, useOneAtATime } from './useOneAtATime'

/** A request whose answer was lost. */
export interface Unclear<K extends IntentKind> {
  intent: Intent<K>
  /** The server is being asked; otherwise it is certain that it was not made. */
  isChecking: boolean
  /** The user has read that it was not made. */
  dismiss: () => void
}

export interface UnclearListProps<K extends IntentKind, T> {
  sender: Sender<K, T>
  card: (unclear: Unclear<K>) => ReactNode
}

/** Requests without a response: shown as being checked, and never as failed before that is certain. */
export const UnclearList = observer(function UnclearList<K extends IntentKind, T>(props: UnclearListProps<K, T>) {
  const { sender, card } = props
  // The next card moves to where the dismissed one was.
  const { run } = useOneAtATime(DOUBLE_CLICK_MS)
  return (
    <>
      {sender.unclear.map((intent) => (
        <Fragment key={intent.id}>
          {card({
            intent,
            isChecking: intent.state === 'checking',
            dismiss: () => void run(async () => sender.dismiss(intent.id)),
          })}
        </Fragment>
      ))}
    </>
  )
})

export interface UnclearCardProps {
  title: string
  text: string
  dismissLabel: string
  /** Undefined while it is being checked. */
  onDismiss: (() => void) | undefined
}

/** The words for one of them. */
export function UnclearCard({ title, text, dismissLabel, onDismiss }: UnclearCardProps) {
  return (
    <Card>
      <View ariaRole="status">
        <Text className="block strong">{title}</Text>
        <Text className="block muted t13">{text}</Text>
      </View>
      {onDismiss ? (
        <Button tone="plain" size="medium" block={false} onClick={onDismiss}>
          {dismissLabel}
        </Button>
      ) : null}
    </Card>
  )
}

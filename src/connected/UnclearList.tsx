import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../components/Button'
import { Card } from '../components/Card'
import { useT } from '../i18n'
import { useFormat } from '../i18n/format'
import type { Intent, IntentKind } from '../stores/sending/intents'
import type { Sender } from '../stores/sending/Sender'
import { useShownAmount } from './Amount'
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

export interface UnclearCardProps extends Unclear<'deposit' | 'withdrawal' | 'savings'> {
  /** The sentence on it, with the amount, which is hidden when balances are. */
  title: (state: 'checking' | 'notMade', amount: string) => string
}

/** The words for one that moves money. */
export const UnclearCard = observer(function UnclearCard({ intent, isChecking, dismiss, title }: UnclearCardProps) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  return (
    <Card>
      <View ariaRole="status">
        <Text className="block strong">
          {title(isChecking ? 'checking' : 'notMade', shown(format.number(intent.body.amount)))}
        </Text>
        <Text className="block muted t13">{t(isChecking ? 'common.resolvesItself' : 'common.unchanged')}</Text>
      </View>
      {isChecking ? null : (
        <Button tone="plain" size="medium" block={false} onClick={dismiss}>
          {t('common.dismiss')}
        </Button>
      )}
    </Card>
  )
})

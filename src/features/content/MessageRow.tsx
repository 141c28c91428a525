import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Message } from '../../../contract/messages'
import { classNames } from '../../components/classNames'
import { Icon } from '../../components/Icon'
import { useT } from '../../i18n'
import { formatRelativeTime } from '../../i18n/age'
import { useStores } from '../../stores/StoresContext'
import type { MessageView } from './messageView'

export interface MessageRowProps {
  message: Message
  view: MessageView
  /** By the server's clock, epoch ms. */
  now: number
  onOpen: () => void
}

/** One message: what it is about, whether it is new, its words and its age. */
export const MessageRow = observer(function MessageRow({ message, view, now, onOpen }: MessageRowProps) {
  const t = useT()
  const { preferences } = useStores()
  const { result } = view
  return (
    <View className="message-row" ariaRole="listitem">
      <Button
        className={message.read ? 'message-row__card' : 'message-row__card message-row__card--new'}
        onClick={onOpen}
      >
        <View className={`message-row__icon middle message-row__icon--${view.tone}`}>
          <Icon name={view.icon} size={20} />
          {message.read ? null : <View className="message-row__dot" aria-hidden />}
        </View>
        <View className="fills">
          <View className="row">
            <Text className="message-row__title">
              {view.title}
              {message.read ? null : <Text className="sr-only">, {t('message.unread')}</Text>}
            </Text>
            {result ? (
              <Text className={classNames('strong num', !preferences.hideBalances && result.move)}>{result.text}</Text>
            ) : null}
          </View>
          <View className={classNames('message-row__text', !view.page && 'message-row__text--first')}>
            {view.lines.map((line) => (
              <Text key={line} className="message-row__line">
                {line}
              </Text>
            ))}
          </View>
          <Text className="message-row__age block muted t12 num">
            {formatRelativeTime(message.createdAt, now, t, preferences.timeZone)}
          </Text>
        </View>
      </Button>
    </View>
  )
})

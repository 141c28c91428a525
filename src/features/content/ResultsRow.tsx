import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import { Icon } from '../../components/Icon'
import { Amount } from '../../connected/Amount'
import { addMoney, moneyText, parseMoney, zeroMoney } from '../../domain/money'
import { moveOf } from '../../domain/price'
import { useT } from '../../i18n'
import { formatRelativeTime } from '../../i18n/age'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'
import type { ResultMessage } from './foldedResults'

interface ResultsRowProps {
  /** Of one day, the newest first. */
  messages: readonly ResultMessage[]
  /** By the server's clock, epoch ms. */
  now: number
  children: (message: ResultMessage) => ReactNode
}

/** The results of a day: how many orders ended, and what they brought together. A tap shows each. */
export const ResultsRow = observer(function ResultsRow({ messages, now, children }: ResultsRowProps) {
  const t = useT()
  const format = useFormat()
  const { preferences, session } = useStores()
  const [open, setOpen] = useState(false)
  const none = zeroMoney(session.scale)
  const amounts = messages.map(({ facts }) => parseMoney(facts.profitLoss, session.scale) ?? none)
  const sum = moneyText(amounts.reduce(addMoney, none))
  const isNew = messages.some(({ read }) => !read)
  const [newest] = messages
  return (
    <>
      <View className="message-row" ariaRole="listitem">
        <Button
          className={isNew ? 'message-row__card message-row__card--new' : 'message-row__card'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <View className="message-row__icon middle message-row__icon--brand">
            <Icon name="positions" size={20} />
            {isNew ? <View className="message-row__dot" aria-hidden /> : null}
          </View>
          <View className="fills">
            <View className="row">
              <Text className="message-row__title">
                {t('message.results', { count: messages.length })}
                {isNew ? <Text className="sr-only">, {t('message.unread')}</Text> : null}
              </Text>
              <Amount className="strong num" move={moveOf(sum)} text={format.signed(sum)} />
            </View>
            <Text className="message-row__age block muted t12 num">
              {newest ? formatRelativeTime(newest.createdAt, now, t, preferences.timeZone) : ''}
            </Text>
          </View>
        </Button>
      </View>
      {open ? messages.map(children) : null}
    </>
  )
})

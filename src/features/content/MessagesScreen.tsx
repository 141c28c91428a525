import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Message } from '../../../contract/messages'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Sheet } from '../../components/Sheet'
import { Skeleton } from '../../components/Skeleton'
import { PagedItems } from '../../connected/PagedItems'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useReload } from '../../connected/useReload'
import { useServerNow } from '../../connected/useServerNow'
import { HIDDEN_AMOUNT } from '../../domain/labels'
import { useLocale, useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useLate, useStores } from '../../stores/StoresContext'
import { foldedResults } from './foldedResults'
import { MessageRow } from './MessageRow'
import { type MessageView, viewMessage } from './messageView'
import { ResultsRow } from './ResultsRow'
import './MessagesScreen.scss'

/** How often ages such as "20 minutes ago" are renewed. */
const AGES_MS = 30_000

/** Messages from the system to the user, newest first. Opening one marks it as read and leads to what it is about. */
export const MessagesScreen = observer(function MessagesScreen() {
  const t = useT()
  const locale = useLocale()
  const { messages, session } = useLate()
  useReload(() => messages.load(), { topics: ['messages'], on: [locale], when: session.isLoggedIn })
  const refresh = async () => {
    await Promise.all([messages.load(), messages.countUnread()])
  }
  return (
    <PullToRefresh onRefresh={refresh} refreshingText={t('common.loading')}>
      <View className="messages">
        <View className="messages__head">
          <MarkAllButton />
        </View>
        <MessageList />
      </View>
    </PullToRefresh>
  )
})

const MessageList = observer(function MessageList() {
  const t = useT()
  const { messages, preferences } = useLate()
  const now = useServerNow(AGES_MS)
  const [opened, setOpened] = useState<Message | undefined>(undefined)
  const viewOf = useMessageView()
  const handleOpen = (message: Message) => {
    void messages.read(message)
    const { page, params } = viewOf(message)
    if (page) openPage(page, params)
    else setOpened(message)
  }
  const rowOf = (message: Message) => (
    <MessageRow
      key={message.id}
      message={message}
      view={viewOf(message)}
      now={now}
      onOpen={() => handleOpen(message)}
    />
  )
  return (
    <PagedItems
      list={messages.list}
      loading={<Loading />}
      empty={<EmptyState icon="bell" title={t('message.empty')} text={t('message.emptyText')} />}
      onRetry={() => messages.load()}
      below={<Announcement message={opened} onClose={() => setOpened(undefined)} />}
    >
      {(items) => (
        <View className="card card--list" ariaRole="list" aria-label={t('title.messages')}>
          {foldedResults(items, preferences.timeZone).map((item) =>
            item.kind === 'one' ? (
              rowOf(item.message)
            ) : (
              <ResultsRow
                key={`results ${item.messages[item.messages.length - 1]?.createdAt.slice(0, 10)}`}
                messages={item.messages}
                now={now}
              >
                {rowOf}
              </ResultsRow>
            ),
          )}
        </View>
      )}
    </PagedItems>
  )
})

/** An announcement leads nowhere else, so it expands in place. */
function Announcement({ message, onClose }: { message: Message | undefined; onClose: () => void }) {
  const t = useT()
  const viewOf = useMessageView()
  const view = message && viewOf(message)
  return (
    <Sheet open={message !== undefined} onClose={onClose} title={view?.title ?? ''} closeLabel={t('common.close')}>
      {view?.lines.map((line) => (
        <View key={line} className="messages__whole">
          {line}
        </View>
      ))}
    </Sheet>
  )
}

function Loading() {
  const t = useT()
  return (
    <View aria-busy aria-label={t('common.loading')} ariaRole="status">
      <Skeleton shape="block" className="messages__waiting" count={6} />
    </View>
  )
}

/** Marks every message as read, without a question, since nothing is lost. At the head of the list. */
const MarkAllButton = observer(function MarkAllButton() {
  const t = useT()
  const { messages, ui } = useLate()
  const { busy, run } = useOneAtATime()
  if (messages.unread === 0) return null
  const handleClick = async () => {
    const answer = await run(() => messages.readAll())
    if (!answer) return
    if (answer.ok) ui.toast(t('common.done'), 'success')
    else ui.toast(t(`errors.${answer.error.code}`), 'error')
  }
  return (
    <Button tone="plain" size="medium" block={false} loading={busy} onClick={handleClick}>
      {t('message.markAll')}
    </Button>
  )
})

/** Puts messages into the reader's words. Call it in an observer: amounts hide when the user hides balances. */
function useMessageView(): (message: Message) => MessageView {
  const t = useT()
  const format = useFormat()
  const { market, preferences, session } = useStores()
  const currency = session.appInfo?.currency.code ?? ''
  const money = (written: string) =>
    preferences.hideBalances ? HIDDEN_AMOUNT : currency === '' ? written : `${written}\u00a0${currency}`
  return (message) =>
    viewMessage(message, {
      t,
      amount: (text) => money(format.number(text)),
      signed: (text) => money(format.signed(text)),
      price: format.number,
      time: (iso) => showDateTime(iso, preferences.timeZone, { seconds: true }),
      product: (symbol) => market.nameOf(symbol),
    })
}

import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Message } from '../../../contract/messages'
import { EmptyState } from '../../components/EmptyState'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Sheet } from '../../components/Sheet'
import { Skeleton } from '../../components/Skeleton'
import { PagedItems } from '../../connected/PagedItems'
import { useReload } from '../../connected/useReload'
import { useServerNow } from '../../connected/useServerNow'
import { useLocale, useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'
import { foldedResults } from './foldedResults'
import { MarkAllButton } from './MarkAllButton'
import { MessageRow } from './MessageRow'
import './MessagesScreen.scss'
import { ResultsRow } from './ResultsRow'
import { useMessageView } from './useMessageView'

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

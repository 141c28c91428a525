import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { EmptyState } from '../../components/EmptyState'
import { ListEnd } from '../../components/ListEnd'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Skeleton } from '../../components/Skeleton'
import { useLocale, useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'
import { useServerNow } from '../../ui/useServerNow'
import { NewsCard } from './NewsCard'
import './NewsScreen.scss'

/** How often ages such as "20 minutes ago" are counted anew. */
const AGES_MS = 30_000

/** The news tab: newest first, in the reader's language. */
export const NewsScreen = observer(function NewsScreen() {
  const t = useT()
  const locale = useLocale()
  const { news } = useStores()
  const shown = usePageShown()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language asks again
  useEffect(() => {
    if (shown) void news.load()
  }, [news, shown, locale])
  return (
    <PullToRefresh onRefresh={() => news.load()} refreshingText={t('common.loading')}>
      <View className="news">
        <NewsList />
      </View>
    </PullToRefresh>
  )
})

const NewsList = observer(function NewsList() {
  const t = useT()
  const { news } = useStores()
  const { list } = news
  const now = useServerNow(AGES_MS)
  if (list.state.kind === 'failed') {
    return (
      <EmptyState
        icon="offline"
        title={t('common.loadFailed')}
        text={t(`errors.${list.state.code}`)}
        actionLabel={t('common.retry')}
        onAction={() => void news.load()}
      />
    )
  }
  if (list.state.kind !== 'ready') return <Loading />
  if (list.isEmpty) return <EmptyState icon="news" title={t('content.noData')} text={t('content.noNews')} />
  return (
    <>
      <View ariaRole="list" aria-label={t('title.news')}>
        {list.items.map((item, index) => (
          <NewsCard
            key={item.id}
            item={item}
            large={index === 0}
            now={now}
            onOpen={() => openPage('/pages/news/detail', { id: item.id })}
          />
        ))}
      </View>
      <ListEnd
        state={list.more}
        endText={t('common.noMore')}
        moreLabel={t('common.loadMore')}
        failedText={t('common.loadFailed')}
        retryLabel={t('common.retry')}
        onMore={() => void list.loadMore()}
      />
    </>
  )
})

function Loading() {
  const t = useT()
  return (
    <View aria-busy ariaRole="status" aria-label={t('common.loading')}>
      <Skeleton shape="block" className="news__waiting" />
      <Skeleton shape="block" count={4} />
    </View>
  )
}

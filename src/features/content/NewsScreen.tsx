import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { EmptyState } from '../../components/EmptyState'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Skeleton } from '../../components/Skeleton'
import { PagedItems } from '../../connected/PagedItems'
import { useReload } from '../../connected/useReload'
import { useServerNow } from '../../connected/useServerNow'
import { useLocale, useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'
import { NewsCard } from './NewsCard'
import './NewsScreen.scss'

/** How often ages such as "20 minutes ago" are renewed. */
const AGES_MS = 30_000

/** The news tab: newest first, in the reader's language. */
export const NewsScreen = observer(function NewsScreen() {
  const t = useT()
  const locale = useLocale()
  const { news } = useLate()
  useReload(() => news.load(), { on: [locale] })
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
  const { news } = useLate()
  const now = useServerNow(AGES_MS)
  return (
    <PagedItems
      list={news.list}
      loading={<Loading />}
      empty={<EmptyState icon="news" title={t('content.noData')} text={t('content.noNews')} />}
      onRetry={() => news.load()}
    >
      {(items) => (
        <View className="news__items" ariaRole="list" aria-label={t('title.news')}>
          {items.map((item, index) => (
            <NewsCard
              key={item.id}
              item={item}
              large={index === 0}
              now={now}
              onOpen={() => openPage('/pages/news/detail', { id: item.id })}
            />
          ))}
        </View>
      )}
    </PagedItems>
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

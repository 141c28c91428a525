import { observer } from 'mobx-react-lite'
import { useServerNow } from '../../connected/useServerNow'
import { useT } from '../../i18n'
import { formatRelativeTime } from '../../i18n/age'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'
import { ArticleView } from './ArticleView'

/** One news article in full. */
export const NewsDetailScreen = observer(function NewsDetailScreen({ id }: { id: string }) {
  const t = useT()
  const { news, preferences } = useLate()
  const now = useServerNow(null)
  return (
    <ArticleView
      store={news.articles}
      id={id}
      titled
      dateOf={({ publishedAt }) => formatRelativeTime(publishedAt, now, t, preferences.timeZone)}
      goneLabel={t('content.allNews')}
      onGone={() => openPage('/pages/news/news')}
    />
  )
})

import { NewsDetailScreen } from '../../features/content/NewsDetailScreen'
import { NewsScreen } from '../../features/content/NewsScreen'
import { ShareButton } from '../../features/content/ShareButton'
import { Screen } from '../../features/shell/Screen'
import { usePageParams } from '../../features/shell/usePageParams'

const ROUTE = '/pages/news/detail'

export default function NewsDetailPage() {
  const { id = '' } = usePageParams()
  return (
    <Screen route={ROUTE} right={id === '' ? null : <ShareButton page={ROUTE} id={id} kind="news" />}>
      {id === '' ? <NewsScreen /> : <NewsDetailScreen id={id} />}
    </Screen>
  )
}

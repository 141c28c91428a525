import { GuideScreen } from '../../features/content/GuideScreen'
import { useGuideId } from '../../features/content/guides'
import { ShareButton } from '../../features/content/ShareButton'
import { Screen } from '../../features/shell/Screen'

const ROUTE = '/pages/index/detail'

export default function IndexDetailPage() {
  const id = useGuideId()
  return (
    <Screen route={ROUTE} right={<ShareButton page={ROUTE} id={id} kind="document" />}>
      <GuideScreen id={id} />
    </Screen>
  )
}

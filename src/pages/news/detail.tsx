import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function NewsDetailPage() {
  return (
    <Screen route="/pages/news/detail">
      <UnavailableScreen />
    </Screen>
  )
}

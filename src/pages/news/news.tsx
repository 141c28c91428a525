import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function NewsPage() {
  return (
    <Screen route="/pages/news/news">
      <UnavailableScreen />
    </Screen>
  )
}

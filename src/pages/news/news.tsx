import { NewsScreen } from '../../features/content/NewsScreen'
import { Screen } from '../../features/shell/Screen'

export default function NewsPage() {
  return (
    <Screen route="/pages/news/news" width="wide">
      <NewsScreen />
    </Screen>
  )
}

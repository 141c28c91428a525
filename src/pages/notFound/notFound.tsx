import { NotFoundScreen } from '../../features/content/NotFoundScreen'
import { Screen } from '../../features/shell/Screen'

export default function NotFoundPage() {
  return (
    <Screen route="/pages/notFound/notFound">
      <NotFoundScreen />
    </Screen>
  )
}

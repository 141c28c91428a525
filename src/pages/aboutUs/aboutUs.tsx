import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function AboutUsPage() {
  return (
    <Screen route="/pages/aboutUs/aboutUs">
      <UnavailableScreen />
    </Screen>
  )
}

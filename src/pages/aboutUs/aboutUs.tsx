import { AboutScreen } from '../../features/content/AboutScreen'
import { Screen } from '../../features/shell/Screen'

export default function AboutUsPage() {
  return (
    <Screen route="/pages/aboutUs/aboutUs">
      <AboutScreen />
    </Screen>
  )
}

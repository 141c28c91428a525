import { PrivacyAboutScreen } from '../../features/content/PrivacyScreen'
import { Screen } from '../../features/shell/Screen'

export default function YinsiGyPage() {
  return (
    <Screen route="/pages/yinsi/gy">
      <PrivacyAboutScreen />
    </Screen>
  )
}

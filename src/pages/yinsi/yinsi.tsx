import { PrivacyScreen } from '../../features/content/PrivacyScreen'
import { Screen } from '../../features/shell/Screen'

export default function YinsiPage() {
  return (
    <Screen route="/pages/yinsi/yinsi">
      <PrivacyScreen />
    </Screen>
  )
}

import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function YinsiPage() {
  return (
    <Screen route="/pages/yinsi/yinsi">
      <UnavailableScreen />
    </Screen>
  )
}

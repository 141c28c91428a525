import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function YinsiGyPage() {
  return (
    <Screen route="/pages/yinsi/gy">
      <UnavailableScreen />
    </Screen>
  )
}

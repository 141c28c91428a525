import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function VerifyPage() {
  return (
    <Screen route="/pages/verify/verify">
      <UnavailableScreen />
    </Screen>
  )
}

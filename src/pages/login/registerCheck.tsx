import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function LoginRegisterCheckPage() {
  return (
    <Screen route="/pages/login/registerCheck">
      <UnavailableScreen />
    </Screen>
  )
}

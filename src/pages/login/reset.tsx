import { ResetScreen } from '../../features/auth/ResetScreen'
import { Screen } from '../../features/shell/Screen'

export default function ResetPage() {
  return (
    <Screen route="/pages/login/reset">
      <ResetScreen />
    </Screen>
  )
}

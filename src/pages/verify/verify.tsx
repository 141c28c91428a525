import { VerificationScreen } from '../../features/identity/VerificationScreen'
import { Screen } from '../../features/shell/Screen'

export default function VerifyPage() {
  return (
    <Screen route="/pages/verify/verify">
      <VerificationScreen />
    </Screen>
  )
}

import { Screen } from '../../features/shell/Screen'
import { VerificationScreen } from '../../features/identity/VerificationScreen'

export default function VerifyPage() {
  return (
    <Screen route="/pages/verify/verify">
      <VerificationScreen />
    </Screen>
  )
}

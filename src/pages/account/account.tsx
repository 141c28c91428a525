import { Screen } from '../../features/shell/Screen'
import { PayoutAccountScreen } from '../../features/wallet/PayoutAccountScreen'

export default function AccountPage() {
  return (
    <Screen route="/pages/account/account">
      <PayoutAccountScreen />
    </Screen>
  )
}

import { Screen } from '../../features/shell/Screen'
import { PayoutAccountDetailScreen } from '../../features/wallet/PayoutAccountDetailScreen'

export default function AccountDetailPage() {
  return (
    <Screen route="/pages/account/account-detail">
      <PayoutAccountDetailScreen />
    </Screen>
  )
}

import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function TransferPage() {
  return (
    <Screen route="/pages/transfer/transfer">
      <UnavailableScreen />
    </Screen>
  )
}

import { DocumentScreen } from '../../features/content/DocumentScreen'
import { Screen } from '../../features/shell/Screen'

export default function MoneyDetailPage() {
  return (
    <Screen route="/pages/money/detail">
      <DocumentScreen id="savings-rules" />
    </Screen>
  )
}

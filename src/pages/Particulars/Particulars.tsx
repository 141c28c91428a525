import { DetailsScreen } from '../../features/savings/DetailsScreen'
import { Screen } from '../../features/shell/Screen'

export default function ParticularsPage() {
  return (
    <Screen route="/pages/Particulars/Particulars">
      <DetailsScreen />
    </Screen>
  )
}

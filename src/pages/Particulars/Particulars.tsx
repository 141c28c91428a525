import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function ParticularsPage() {
  return (
    <Screen route="/pages/Particulars/Particulars">
      <UnavailableScreen />
    </Screen>
  )
}

import { SettingsScreen } from '../../features/profile/SettingsScreen'
import { Screen } from '../../features/shell/Screen'

export default function SetPage() {
  return (
    <Screen route="/pages/set/set" width="wide">
      <SettingsScreen />
    </Screen>
  )
}

import { StepsCard } from '../../features/market/FirstSteps'
import { UserScreen } from '../../features/profile/UserScreen'
import { Screen } from '../../features/shell/Screen'
import { AllAlertsSheet } from '../../features/trading/alerts/AllAlertsSheet'

export default function UserPage() {
  return (
    <Screen route="/pages/user/user" width="wide" nav={false}>
      <UserScreen steps={<StepsCard />} />
      <AllAlertsSheet />
    </Screen>
  )
}

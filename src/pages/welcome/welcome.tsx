import { WelcomeScreen } from '../../features/auth/WelcomeScreen'
import { ExampleCard } from '../../features/market/ExampleCard'
import { loadOpenCheck } from '../../features/market/loadOpenCheck'
import { Screen } from '../../features/shell/Screen'

export default function WelcomePage() {
  return (
    <Screen route="/pages/welcome/welcome" nav={false}>
      <WelcomeScreen loadCheck={loadOpenCheck} Card={ExampleCard} />
    </Screen>
  )
}

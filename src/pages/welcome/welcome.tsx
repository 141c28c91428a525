import { WelcomeScreen } from '../../features/auth/WelcomeScreen'
import { Screen } from '../../features/shell/Screen'

const loadExample = () => import('../../features/market/openCheck')

export default function WelcomePage() {
  return (
    <Screen route="/pages/welcome/welcome" nav={false}>
      <WelcomeScreen loadExample={loadExample} />
    </Screen>
  )
}

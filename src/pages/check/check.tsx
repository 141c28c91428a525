import { Screen } from '../../features/shell/Screen'
import { usePageParams } from '../../features/shell/usePageParams'
import { CheckScreen } from '../../features/trading/check/CheckScreen'

export default function CheckPage() {
  const { code = '', seen = '' } = usePageParams()
  return (
    <Screen route="/pages/check/check" width="wide">
      <CheckScreen code={code} seen={seen} />
    </Screen>
  )
}

import { useState } from 'react'
import { Screen } from '../../features/shell/Screen'
import { usePageParams } from '../../features/shell/usePageParams'
import { ClosedOrderScreen } from '../../features/trading/closed/ClosedOrderScreen'
import { ShareResultButton } from '../../features/trading/closed/ShareResultButton'

export default function ClosedOrderPage() {
  const { id = '' } = usePageParams()
  const [sharing, setSharing] = useState(false)
  return (
    <Screen
      route="/pages/order/closed"
      width="wide"
      right={<ShareResultButton orderId={id} onClick={() => setSharing(true)} />}
    >
      <ClosedOrderScreen orderId={id} sharing={sharing} onShared={() => setSharing(false)} />
    </Screen>
  )
}

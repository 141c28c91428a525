import { TransferScreen } from '../../features/savings/TransferScreen'
import { directionOf, useTransferTitle } from '../../features/savings/useTransferTitle'
import { Screen } from '../../features/shell/Screen'
import { usePageParams } from '../../features/shell/usePageParams'

export default function TransferPage() {
  const direction = directionOf(usePageParams().direction)
  return (
    <Screen route="/pages/transfer/transfer" title={useTransferTitle(direction)}>
      <TransferScreen direction={direction} />
    </Screen>
  )
}

import { observer } from 'mobx-react-lite'
import { IconButton } from '../../../components/IconButton'
import { badgeText } from '../../../domain/labels'
import { useT } from '../../../i18n'
import { useStores } from '../../../stores/StoresContext'

/** The bell of a product, for the navigation bar; it says how many alerts wait. */
export const AlertButton = observer(function AlertButton({ symbol }: { symbol: string }) {
  const t = useT()
  const stores = useStores()
  const count = stores.isComplete() ? stores.alerts.waitingOn(symbol).length : 0
  // There is no such product, so no alert can be set.
  if (stores.market.productOf(symbol).state.kind === 'failed') return null
  return (
    <IconButton
      icon="alert"
      badge={badgeText(count)}
      label={count === 0 ? t('alerts.set') : t('alerts.bell', { count })}
      onClick={() => void stores.whenLate.then(({ alerts }) => alerts.show(symbol))}
    />
  )
})

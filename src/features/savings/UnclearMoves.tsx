import { observer } from 'mobx-react-lite'
import { useShownAmount } from '../../connected/Amount'
import { UnclearCard, UnclearList } from '../../connected/UnclearList'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { useLate } from '../../stores/StoresContext'

/** Transfers whose answer was lost. */
export const UnclearMoves = observer(function UnclearMoves() {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const { savings } = useLate()
  return (
    <UnclearList
      sender={savings.sender}
      card={({ intent, isChecking, dismiss }) => (
        <UnclearCard
          title={t(`savings.${isChecking ? 'checking' : 'notMade'}.${intent.body.direction}`, {
            amount: shown(format.number(intent.body.amount)),
          })}
          text={t(isChecking ? 'common.resolvesItself' : 'common.unchanged')}
          dismissLabel={t('common.dismiss')}
          onDismiss={isChecking ? undefined : dismiss}
        />
      )}
    />
  )
})

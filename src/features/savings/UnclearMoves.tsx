import { observer } from 'mobx-react-lite'
import { UnclearCard, UnclearList } from '../../connected/UnclearList'
import { useT } from '../../i18n'
import { useLate } from '../../stores/StoresContext'

/** Transfers whose answer was lost. */
export const UnclearMoves = observer(function UnclearMoves() {
  const t = useT()
  return (
    <UnclearList
      sender={useLate().savings.sender}
      card={(unclear) => (
        <UnclearCard
          {...unclear}
          title={(state, amount) => t(`savings.${state}.${unclear.intent.body.direction}`, { amount })}
        />
      )}
    />
  )
})

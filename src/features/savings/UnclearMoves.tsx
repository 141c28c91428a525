import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { useShownAmount } from '../../stores/Amount'
import { useStores } from '../../stores/StoresContext'
import './UnclearMoves.scss'

/** Transfers whose answer was lost: being checked, or found not to be made. */
export const UnclearMoves = observer(function UnclearMoves() {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const { savings } = useStores()
  return (
    <>
      {savings.unclear.map(({ move, direction, state }) => {
        const amount = shown(format.number(move.amount))
        const isChecking = state === 'checking'
        return (
          <Card key={move.id}>
            <View ariaRole="status">
              <Text className="unclear__title strong">
                {t(`savings.${isChecking ? 'checking' : 'notMade'}.${direction}`, { amount })}
              </Text>
              <Text className="unclear__text muted t13">
                {t(isChecking ? 'savings.checking.text' : 'savings.notMade.text')}
              </Text>
            </View>
            {isChecking ? null : (
              <Button tone="plain" size="medium" block={false} onClick={() => savings.dismissIntent(move.id)}>
                {t('savings.notMade.dismiss')}
              </Button>
            )}
          </Card>
        )
      })}
    </>
  )
})

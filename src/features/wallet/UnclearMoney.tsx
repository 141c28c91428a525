import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { useShownAmount } from '../../stores/Amount'
import type { MoneySender } from '../../stores/MoneySender'

/** Deposits or withdrawals whose answer was lost: being checked, or found not to be made. */
export const UnclearMoney = observer(function UnclearMoney<T>({ sender }: { sender: MoneySender<T> }) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  return (
    <>
      {sender.unclear.map(({ id, kind, amount, state }) => {
        const isChecking = state === 'checking'
        const title = `wallet.unclear.${isChecking ? 'checking' : 'notMade'}.${kind}`
        return (
          <Card key={id} className="unclear">
            <View ariaRole="status" className="unclear__words">
              <Text className="strong">{t(title, { amount: shown(format.number(amount)) })}</Text>
              <Text className="muted t13">
                {t(isChecking ? 'wallet.unclear.checkingText' : 'wallet.unclear.notMadeText')}
              </Text>
            </View>
            {isChecking ? null : (
              <Button tone="plain" size="medium" block={false} onClick={() => sender.dismiss(id)}>
                {t('wallet.unclear.dismiss')}
              </Button>
            )}
          </Card>
        )
      })}
    </>
  )
})

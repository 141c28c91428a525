import { Text, View } from '@tarojs/components'
import { Banner } from '../../components/Banner'
import { Card } from '../../components/Card'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import type { OrderIntent } from '../../stores/orderIntents'
import { useStores } from '../../stores/StoresContext'

/** An order that was sent and whose answer has not come: never shown as failed before that is known. */
export function IntentCard({ intent }: { intent: OrderIntent }) {
  const t = useT()
  const format = useFormat()
  const { market, orders } = useStores()
  const { order } = intent
  const direction = order.direction === 'up' ? `▲ ${t('trade.buyUp')}` : `▼ ${t('trade.sellDown')}`
  const lost = intent.state === 'notPlaced'
  return (
    <Card className="holding">
      <View className="row t16 strong">
        <Text>{market.summaryOf(order.symbol)?.code ?? order.symbol}</Text>
        <Text className="num">{format.number(order.stake)}</Text>
      </View>
      <Text className="muted t13">{direction}</Text>
      <Banner
        tone={lost ? 'warn' : 'brand'}
        icon={lost ? 'warning' : 'clock'}
        text={lost ? t('orders.notPlaced') : `${t('orders.checking')}. ${t('orders.checkingText')}`}
        {...(lost ? { actionLabel: t('orders.dismiss'), onAction: () => orders.dismissIntent(order.id) } : {})}
      />
    </Card>
  )
}

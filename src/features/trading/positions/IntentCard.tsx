import { Text, View } from '@tarojs/components'
import { Banner } from '../../../components/Banner'
import { Card } from '../../../components/Card'
import { Amount } from '../../../connected/Amount'
import type { Unclear } from '../../../connected/UnclearList'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useStores } from '../../../stores/StoresContext'
import { directionText } from '../words'

/** An order whose answer was lost. */
export function IntentCard({ intent, isChecking, dismiss }: Unclear<'order'>) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const { symbol, stake, direction } = intent.body
  return (
    <Card className="position">
      <View className="row t16 strong">
        <Text>{market.nameOf(symbol)}</Text>
        <Amount text={format.number(stake)} />
      </View>
      <Text className="muted t13">{directionText(direction, t)}</Text>
      <Banner
        tone={isChecking ? 'brand' : 'warn'}
        icon={isChecking ? 'clock' : 'warning'}
        text={isChecking ? `${t('orders.checking')}. ${t('orders.checkingText')}` : t('orders.notPlaced')}
        {...(isChecking ? {} : { actionLabel: t('common.dismiss'), onAction: dismiss })}
      />
    </Card>
  )
}

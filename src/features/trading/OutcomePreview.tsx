import { Text, View } from '@tarojs/components'
import type { Direction } from '../../../contract/orders'
import { Card } from '../../components/Card'
import { moneyText } from '../../domain/money'
import type { PayoutPreview } from '../../domain/payout'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import './OutcomePreview.scss'

export interface OutcomePreviewProps {
  direction: Direction
  /** Undefined while the form makes no order. */
  preview: PayoutPreview | undefined
  /** The source whose prices decide. */
  source: string
}

/** What the balance gains or loses in each of the three outcomes, and whose prices decide. */
export function OutcomePreview({ direction, preview, source }: OutcomePreviewProps) {
  const t = useT()
  const format = useFormat()
  const profit = preview ? format.signed(moneyText(preview.profit)) : '–'
  const loss = preview ? format.signed(moneyText(preview.loss)) : '–'
  const level = preview ? t('trade.levelReturned', { amount: format.number(moneyText(preview.tie)) }) : '–'
  const isUp = direction === 'up'
  return (
    <Card kind="soft" className="outcome num">
      <View className="row">
        <Text className="muted">{t('trade.ifHigher')}</Text>
        <Text className={`strong ${isUp ? 'up' : 'down'}`}>{isUp ? profit : loss}</Text>
      </View>
      <View className="row">
        <Text className="muted">{t('trade.ifLower')}</Text>
        <Text className={`strong ${isUp ? 'down' : 'up'}`}>{isUp ? loss : profit}</Text>
      </View>
      <View className="row">
        <Text className="muted">{t('trade.ifLevel')}</Text>
        <Text className="strong outcome__level">{level}</Text>
      </View>
      <View className="row">
        <Text className="muted">{t('orders.detail.source')}</Text>
        <Text className="outcome__level">{source}</Text>
      </View>
    </Card>
  )
}

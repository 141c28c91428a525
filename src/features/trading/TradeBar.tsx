import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Product } from '../../../contract/market'
import type { Direction } from '../../../contract/orders'
import { BottomBar } from '../../components/BottomBar'
import { Button } from '../../components/Button'
import { moneyText } from '../../domain/money'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'
import { DIRECTIONS, directionText, directionTone, durationText, sourceText } from './words'
import './TradeBar.scss'
import { summarise, type TicketForm, validate } from './ticketForm'

export interface TradeBarProps {
  product: Product
  form: TicketForm
  scale: number
  blocked: string | undefined
  onTrade: (direction: Direction) => void
}

/** The two trade buttons with what they return, under the terms that the ticket holds. */
export const TradeBar = observer(function TradeBar({ product, form, scale, blocked, onTrade }: TradeBarProps) {
  const t = useT()
  const format = useFormat()
  const { account, session } = useStores()
  const available = session.isLoggedIn ? account.balance?.available : undefined
  const { stake, preview } = summarise(form, product, scale)
  // No return is shown for an invalid stake.
  const returns =
    preview && !validate(form, product, scale, available)
      ? t('trade.returns', { amount: format.number(moneyText(preview.payout)) })
      : undefined
  const terms = stake
    ? `${durationText(form.durationSeconds, t)} · ${format.number(moneyText(stake))}`
    : durationText(form.durationSeconds, t)
  return (
    <BottomBar kept>
      {blocked ? (
        <Text className="trade-bar__blocked" ariaRole="status">
          {blocked}
        </Text>
      ) : (
        <View className="trade-bar__terms t13">
          <Text className="strong num">{terms}</Text>
          <Text className="muted">{t('trade.tieNote', { source: sourceText(product.source, t) })}</Text>
        </View>
      )}
      <View className="trade-bar__buttons">
        {DIRECTIONS.map((direction) => (
          <Button
            key={direction}
            tone={directionTone(direction)}
            disabled={blocked !== undefined}
            note={returns}
            onClick={() => onTrade(direction)}
          >
            {directionText(direction, t)}
          </Button>
        ))}
      </View>
    </BottomBar>
  )
})

import { Button as TaroButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { Product } from '../../../../contract/market'
import type { Direction } from '../../../../contract/orders'
import { BottomBar } from '../../../components/BottomBar'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/Icon'
import { IconButton } from '../../../components/IconButton'
import { moneyText, plainMoney } from '../../../domain/money'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useLate } from '../../../stores/StoresContext'
import { Durations } from './Durations'
import './TradeBar.scss'
import { durationText } from '../words'
import { TradeButtons } from './TradeButtons'
import { reduce, summarise, type TicketAction, type TicketForm, validate } from './ticketForm'

export interface TradeBarProps {
  product: Product
  form: TicketForm
  onForm: (form: TicketForm) => void
  scale: number
  blocked: string | undefined
  /** Opens the ticket. */
  onTrade: (direction: Direction) => void
  /** The own orders, above the terms. */
  rail: ReactNode
  /** See `BottomBar`. */
  onHeight: (height: number) => void
}

/** The terms of the next order, within reach of a thumb, and the two buttons that open the ticket with them. */
export const TradeBar = observer(function TradeBar(props: TradeBarProps) {
  const { product, form, onForm, scale, blocked, onTrade, rail, onHeight } = props
  const t = useT()
  const format = useFormat()
  const { account, alerts, session } = useLate()
  const available = session.isLoggedIn ? account.balance?.available : undefined
  const { stake, preview } = summarise(form, product, scale)
  // No result is shown for an invalid stake.
  const isValid = preview !== undefined && !validate(form, product, scale, available)
  const wins = isValid ? t('trade.win', { amount: format.signed(moneyText(preview.profit)) }) : undefined
  const amount = stake ? format.number(moneyText(stake)) : '–'
  const shownStake = stake ? format.number(plainMoney(moneyText(stake))) : amount
  const terms = `${durationText(form.durationSeconds, t)} · ${amount}`
  const dispatch = (action: TicketAction) => onForm(reduce(form, action, product))
  if (product.status !== 'open') {
    return (
      <BottomBar kept onHeight={onHeight}>
        {rail}
        <View className="trade-bar__closed" ariaRole="status">
          <Icon name="clock" size={20} />
          <Text className="fills">{blocked}</Text>
        </View>
        <Button tone="secondary" onClick={() => alerts.show(product.symbol)}>
          {t('alerts.set')}
        </Button>
      </BottomBar>
    )
  }
  return (
    <BottomBar kept onHeight={onHeight}>
      {rail}
      <View className="trade-bar__durations">
        <Durations product={product} form={form} onAction={dispatch} />
      </View>
      <Text className="trade-bar__terms strong num">{terms}</Text>
      <View className="wraps">
        <View className="trade-bar__stake">
          <IconButton icon="minus" label={t('trade.less')} onClick={() => dispatch({ type: 'step', up: false })} />
          <TaroButton
            className="trade-bar__amount column num"
            disabled={blocked !== undefined}
            aria-label={`${t('trade.amount')} ${shownStake} ${session.appInfo?.currency.code ?? ''}`}
            onClick={() => onTrade(form.direction)}
          >
            {/* The space parts the two for who reads them as the button's name. */}
            <Text>{`${shownStake} `}</Text>
            <Text className="trade-bar__currency">{session.appInfo?.currency.code}</Text>
          </TaroButton>
          <IconButton icon="plus" label={t('trade.more')} onClick={() => dispatch({ type: 'step', up: true })} />
        </View>
        <TradeButtons note={wins} disabled={blocked !== undefined} onTrade={onTrade} />
      </View>
      {blocked ? (
        <Text className="trade-bar__note block center t13 trade-bar__note--blocked" ariaRole="status">
          {blocked}
        </Text>
      ) : (
        <Text className="trade-bar__note block center t13 muted num">{t('trade.ifWrong', { amount })}</Text>
      )}
    </BottomBar>
  )
})

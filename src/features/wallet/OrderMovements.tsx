import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import type { CapitalEntry } from '../../../contract/capitalRecord'
import { Amount, useShownAmount } from '../../connected/Amount'
import { SymbolIcon } from '../../connected/SymbolIcon'
import { addMoney, moneyText, parseMoney, zeroMoney } from '../../domain/money'
import { moveOf } from '../../domain/price'
import { useT } from '../../i18n'
import { showClock } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'

interface OrderMovementsProps {
  /** Of one order that has ended, the newest first. */
  entries: readonly CapitalEntry[]
  children: (entry: CapitalEntry) => ReactNode
}

/** What an order brought, as one row; a tap shows its movements. */
export const OrderMovements = observer(function OrderMovements({ entries, children }: OrderMovementsProps) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const { market, preferences, session } = useStores()
  const [open, setOpen] = useState(false)
  const [newest] = entries
  if (!newest) return null
  const symbol = newest.symbol ?? ''
  const none = zeroMoney(session.scale)
  const net = moneyText(entries.map(({ amount }) => parseMoney(amount, session.scale) ?? none).reduce(addMoney, none))
  return (
    <>
      <Button className="list-row line" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SymbolIcon symbol={symbol} />
        <View className="list-row__text">
          <Text className="list-row__title">{market.nameOf(symbol)}</Text>
          <Text className="list-row__note block muted t12 num">
            {showClock(newest.at, preferences.timeZone, { seconds: true })}
          </Text>
        </View>
        <View className="list-row__value column t12 num">
          <Amount className="strong t16" move={moveOf(net)} text={format.signed(net)} />
          <Text>{t('wallet.record.balance', { amount: shown(format.number(newest.balance)) })}</Text>
        </View>
      </Button>
      {open ? <View className="record__movements">{entries.map(children)}</View> : null}
    </>
  )
})

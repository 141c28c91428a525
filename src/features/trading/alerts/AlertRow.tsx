import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { PriceAlert } from '../../../../contract/alerts'
import { Icon } from '../../../components/Icon'
import { IconButton } from '../../../components/IconButton'
import { useT } from '../../../i18n'
import { showDateTime } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import { useLate, useStores } from '../../../stores/StoresContext'
import { useQuote } from '../productHooks'
import './AlertRow.scss'
import { changeBp } from './alertForm'

export interface AlertRowProps {
  alert: PriceAlert
  /** Names the product, for a list with alerts of several. */
  showProduct?: boolean
}

/** Alerts that wait. One that goes brings the next under the finger, so that the list, as a new one, takes no second tap. */
export function WaitingList({ alerts, showProduct = false }: { alerts: readonly PriceAlert[]; showProduct?: boolean }) {
  const t = useT()
  return (
    <View
      key={alerts.length}
      className="alert-sheet__list wakes"
      ariaRole="list"
      aria-label={t('alerts.waiting', { number: alerts.length })}
    >
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} showProduct={showProduct} />
      ))}
    </View>
  )
}

/** One alert: its distance to the price and a button to cancel it, or the tick that reached it. */
export const AlertRow = observer(function AlertRow({ alert, showProduct = false }: AlertRowProps) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const price = format.number(alert.price)
  const words = t(alert.direction === 'above' ? 'alerts.rises' : 'alerts.falls', { price })
  const product = market.nameOf(alert.symbol)
  const title = showProduct ? `${product} · ${words}` : words
  return (
    <View className="alert-row line" ariaRole="listitem">
      <View className={`alert-row__mark alert-row__mark--${alert.direction === 'above' ? 'up' : 'down'}`} aria-hidden>
        {alert.direction === 'above' ? '▲' : '▼'}
      </View>
      <View className="fills">
        <Text className="alert-row__title num">{title}</Text>
        <AlertNote alert={alert} />
      </View>
      {alert.state === 'active' ? <RemoveButton alert={alert} title={title} /> : <Icon name="check" size={20} />}
    </View>
  )
})

const AlertNote = observer(function AlertNote({ alert }: { alert: PriceAlert }) {
  const t = useT()
  const format = useFormat()
  const { preferences } = useStores()
  const quote = useQuote(alert.symbol)
  if (alert.tick) {
    const { at, price, sequence } = alert.tick
    const time = showDateTime(at, preferences.timeZone, { seconds: true })
    return (
      <Text className="alert-row__note num">{t('alerts.at', { time, price: format.number(price), sequence })}</Text>
    )
  }
  if (!quote) return null
  const change = format.signedPercent(changeBp(alert.price, quote.price))
  return <Text className="alert-row__note num">{t('alerts.toGo', { change })}</Text>
})

const RemoveButton = observer(function RemoveButton({ alert, title }: { alert: PriceAlert; title: string }) {
  const t = useT()
  const { alerts, ui } = useLate()
  const handleClick = async () => {
    const answer = await alerts.cancel(alert)
    if (!answer.ok && answer.error.code !== 'not_found') ui.toast(t(`errors.${answer.error.code}`), 'error')
    else if (answer.ok && answer.value.state === 'triggered') ui.toast(t('alerts.late'), 'info')
    else ui.toast(t('alerts.removed'), 'success')
  }
  return <IconButton icon="trash" size={20} label={t('alerts.remove', { alert: title })} onClick={handleClick} />
})

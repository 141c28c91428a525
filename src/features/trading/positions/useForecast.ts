import type { Order } from '../../../../contract/orders'
import { useEachSecond } from '../../../connected/useEachSecond'
import type { T } from '../../../i18n/keys'
import type { Format } from '../../../i18n/numbers'
import { useStores } from '../../../stores/StoresContext'
import { type Forecast, forecastOf, leftMsOf } from './orderOutcome'

/** The present result of an order under way, renewed once a second. */
export interface Standing {
  forecast: Forecast | undefined
  isOver: boolean
}

export function useForecast(order: Order): Standing {
  const { market } = useStores()
  return useEachSecond((now) => ({
    forecast: forecastOf(order, market.freshPriceOf(order.symbol, now), now),
    isOver: leftMsOf(order, now) === 0,
  }))
}

const BY = { ahead: 'orders.aheadBy', behind: 'orders.behindBy' } as const

/** In words, e.g. "22.5 ahead" or "Waiting for the result". */
export function standingText(order: Order, { forecast, isOver }: Standing, t: T, format: Format): string {
  if (forecast?.standing === 'level') return t('orders.level')
  if (forecast) return t(BY[forecast.standing], { distance: format.number(forecast.distance) })
  if (isOver) return t('orders.waitingResult')
  return t(order.entryPrice === null ? 'orders.waitingEntry' : 'orders.waitingPrice')
}

import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Order } from '../../../../contract/orders'
import { classNames } from '../../../components/classNames'
import { Icon } from '../../../components/Icon'
import { Amount, useShownAmount } from '../../../connected/Amount'
import { UnclearList } from '../../../connected/UnclearList'
import { useServerNow } from '../../../connected/useServerNow'
import { moveOf } from '../../../domain/price'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import type { T } from '../../../i18n/keys'
import { tapFeedback } from '../../../platform/haptics'
import { jump } from '../../../platform/navigation'
import { ORDERS_URL } from '../../../routes'
import { useLate } from '../../../stores/StoresContext'
import { verdictOf } from '../closed/verdict'
import { directionMark, directionTone, directionWord } from '../directions'
import { IntentCard } from './IntentCard'
import { OrderCountdown } from './OrderCountdown'
import { bySoonest } from './orderOutcome'
import { standingText, useForecast } from './useForecast'
import { useJustClosed } from './useJustClosed'
import './OwnOrders.scss'

const SHOWN_MAX = 12
const CLOSED_MS = 120_000
const CLOSED_MAX = 3
/** A result stays where its order was for as long; then those that run come first. */
const IN_PLACE_MS = 20_000
const TICK_MS = 5_000
/** Pills beyond the edge, which the keyboard must reach, too. */
const SCROLLS = { tabIndex: 0 }

export interface Own {
  symbol: string
  /** Under way, the one that ends next first. */
  held: readonly Order[]
  /** Orders that have just closed, the newest first. */
  closed: readonly Order[]
  /** An order whose answer was lost. */
  isUnclear: boolean
}

/** The user's orders on one product. For observers. */
export function useOwnOrders(symbol: string): Own {
  const { orders } = useLate()
  const held = orders.positions.filter((order) => order.symbol === symbol).sort(bySoonest)
  const closed = useJustClosed(CLOSED_MS, CLOSED_MAX, symbol)
  const isUnclear = orders.sender.unclear.some(({ body }) => body.symbol === symbol)
  return { symbol, held: held.slice(0, SHOWN_MAX), closed, isUnclear }
}

export const hasRail = ({ held, closed }: Own): boolean => held.length + closed.length > 0

/** The orders in the row: results that are a moment old in the place of their order, which ended next; older ones last. */
export function inRail({ held, closed }: Own, now: number): Order[] {
  const [fresh, older] = [true, false].map((wanted) => closed.filter((order) => isFresh(order, now) === wanted))
  return [...(fresh ?? []).reverse(), ...held, ...(older ?? [])]
}

const isFresh = ({ closedAt }: Order, now: number) => now - Date.parse(closedAt ?? '') < IN_PLACE_MS

/** How an order ended, e.g. "Won, +82.00". */
const inWords = ({ status, profitLoss }: Order, t: T, amount: (text: string) => string) =>
  `${t(`orders.status.${status}`)}, ${amount(profitLoss ?? '0')}`

export interface OwnRailProps {
  own: Own
  /** The id of the order whose pill says that it was placed. */
  placed?: string | undefined
  /** Below each other, next to a chart; otherwise side by side. */
  stacked?: boolean
  /** A result was tapped. */
  onResult: (order: Order) => void
}

/** The orders on this product, and how the last ones ended: each a pill that its result turns. */
export const OwnRail = observer(function OwnRail({ own, placed, stacked = false, onResult }: OwnRailProps) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const now = useServerNow(TICK_MS)
  const said = placed === undefined ? undefined : t('trade.placed')
  const scrolls = stacked ? {} : SCROLLS
  // A result is read out, as nothing else opens for it.
  const ended = own.closed.find((order) => isFresh(order, now))
  return (
    <>
      <View ariaRole="status">
        <Text className="sr-only">
          {said ?? (ended && inWords(ended, t, (amount) => shown(format.signed(amount))))}
        </Text>
      </View>
      {hasRail(own) ? (
        <View
          className={classNames('own-rail', stacked && 'own-rail--stacked')}
          ariaRole="group"
          aria-label={t('home.running', { count: own.held.length })}
          {...scrolls}
        >
          {inRail(own, now).map((order) =>
            order.closedAt === null ? (
              <Running key={order.id} order={order} said={order.id === placed ? said : undefined} />
            ) : (
              <Ended key={order.id} order={order} onOpen={() => onResult(order)} />
            ),
          )}
        </View>
      ) : null}
    </>
  )
})

/** Orders of the product whose answer was lost. */
export const UnclearOrders = observer(function UnclearOrders({ own }: { own: Own }) {
  const { orders } = useLate()
  if (!own.isUnclear) return null
  return (
    <View className="own-unclear pad">
      <UnclearList
        sender={orders.sender}
        card={(one) => (one.intent.body.symbol === own.symbol ? <IntentCard {...one} /> : null)}
      />
    </View>
  )
})

interface RunningProps {
  order: Order
  /** That it has just been placed. */
  said: string | undefined
}

const Running = observer(function Running({ order, said }: RunningProps) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const standing = useForecast(order)
  const { forecast } = standing
  const words = standingText(order, standing, t, format)
  const amount = format.number(order.stake)
  // Read out with the direction in words, before its present result.
  const stake = (
    <Text aria-hidden>
      <Text className={directionTone(order.direction)}>{directionMark(order.direction)}</Text>
      {` ${shown(amount)}`}
    </Text>
  )
  return (
    <Button
      className={classNames('own-order line gap-10', said && 'own-order--placed')}
      onClick={() => jump(ORDERS_URL)}
    >
      <OrderCountdown order={order} />
      <View className="column fills">
        <Amount
          className="sr-only"
          text={amount}
          say={(text) => `${directionWord(order.direction, t)} ·\u00a0${text} `}
        />
        {forecast ? (
          <Amount className="own-order__first num" move={forecast.move} text={format.signed(forecast.profitLoss)} />
        ) : (
          <Text className="own-order__first num">{stake}</Text>
        )}
        {said ? (
          <Text className="own-order__note" aria-hidden>
            <Icon name="check" size={14} /> {said}
          </Text>
        ) : (
          <Text className="own-order__note num">
            {forecast ? stake : null}
            {forecast ? ` · ${words}` : words}
          </Text>
        )}
      </View>
    </Button>
  )
})

/** The same pill, turned: how it ended, and whether this device could check it. */
const Ended = observer(function Ended({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const t = useT()
  const format = useFormat()
  const { market, proof } = useLate()
  useReceipt(order.id)
  useEffect(() => tapFeedback('medium'), [])
  const { state } = proof.checkOf(order.id)
  const verdict = state.kind === 'ready' ? verdictOf(state.value) : undefined
  const words =
    verdict === 'holds'
      ? 'orders.proof.verified'
      : verdict === 'broken'
        ? 'orders.proof.broken'
        : verdict || state.kind === 'failed'
          ? 'orders.proof.unchecked'
          : 'orders.proof.checking'
  const profitLoss = order.profitLoss ?? '0'
  return (
    <Button
      className={classNames('own-order line gap-10 own-order--ended', verdict && `own-order--${verdict}`)}
      onClick={onOpen}
    >
      <View className="own-order__seal middle" aria-hidden>
        <Icon name={verdict === 'holds' ? 'check' : verdict === 'broken' ? 'warning' : 'shield'} size={20} />
      </View>
      <View className="column fills">
        <Text className="sr-only">{`${market.nameOf(order.symbol)} · `}</Text>
        <Amount className="own-order__first num" move={moveOf(profitLoss)} text={format.signed(profitLoss)} />
        <Text className="own-order__note">
          {`${t(`orders.status.${order.status}`)} · `}
          <Text className="own-order__verdict">{t(words)}</Text>
        </Text>
      </View>
      <Icon name="forward" size={14} />
    </Button>
  )
})

/** A receipt is there a moment after the result. */
const TRIES = 5
const TRY_MS = 1_000

/** Checks the receipt of a closed order as soon as there is one. */
function useReceipt(orderId: string): void {
  const { proof } = useLate()
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (left: number) => {
      if (proof.checkOf(orderId).state.kind === 'ready') return
      await proof.open(orderId)
      const { state } = proof.checkOf(orderId)
      if (isGone || left <= 1 || state.kind !== 'failed' || state.code !== 'receipt_not_ready') return
      timer = setTimeout(() => void ask(left - 1), TRY_MS)
    }
    void ask(TRIES)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [proof, orderId])
}

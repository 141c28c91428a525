import { Button as TaroButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Order } from '../../../../contract/orders'
import { Banner } from '../../../components/Banner'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { Fact } from '../../../components/Fact'
import { Skeleton } from '../../../components/Skeleton'
import { Amount, useShownAmount } from '../../../connected/Amount'
import { LoadFailed } from '../../../connected/Loaded'
import { PrintButton } from '../../../connected/PrintButton'
import { SymbolIcon } from '../../../connected/SymbolIcon'
import { moveOf } from '../../../domain/price'
import { type Booking, isBooked } from '../../../domain/proof/booking'
import { useT } from '../../../i18n'
import { showDateTime } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { type Shared, useShare } from '../../../platform/useShare'
import type { CheckedReceipt } from '../../../stores/ProofStore'
import { useLate, useStores } from '../../../stores/StoresContext'
import { directionText } from '../directions'
import { holdingTime } from '../holdingTime'
import { settledLateBy } from '../settledLate'
import { durationText, sourceText, spanText } from '../words'
import { Course } from './Course'
import { ElsewhereSheet } from './ElsewhereSheet'
import { LookUpTrades } from './LookUpTrades'
import { PaidBack } from './PaidBack'
import { ProofStory } from './ProofStory'
import { SaveSheet } from './SaveSheet'
import { ShareBar } from './ShareBar'
import { ShareSheet, type ShareSheetProps } from './ShareSheet'
import { factsOfOrder } from './storyFacts'
import './ClosedOrderScreen.scss'

export interface ClosedOrderScreenProps {
  orderId: string
}

/** A closed order: its result, how it was settled, and the check of that on this device. */
export const ClosedOrderScreen = observer(function ClosedOrderScreen({ orderId }: ClosedOrderScreenProps) {
  const [sharing, setSharing] = useState(false)
  // Until anyone may open the receipt, the page that checks one: WeChat would send a picture of this page.
  const [card, setCard] = useState<Shared>()
  const t = useT()
  const { orders, proof } = useLate()
  useShare(card ?? { title: t('orders.check.title'), url: '/pages/check/check' })
  const order = orders.orderOf(orderId)
  const closed = order !== undefined && order.closedAt !== null
  const lateBy = order && settledLateBy(order)
  useEffect(() => {
    void orders.open(orderId)
  }, [orders, orderId])
  useEffect(() => {
    if (closed) void proof.open(orderId)
  }, [proof, orderId, closed])
  const { state } = orders.opened.of(orderId)
  const check = proof.checkOf(orderId)
  const checked = check.value
  const isChecking = closed && (check.state.kind === 'idle' || check.state.kind === 'loading')
  if (!order && state.kind === 'failed') {
    return <LoadFailed code={state.code} onRetry={() => orders.open(orderId)} />
  }
  if (!order) return <Skeleton shape="block" count={3} />
  return (
    <>
      <View className="closed">
        <Result order={order} checked={checked} isLoading={isChecking} />
        {order.voidReason ? <Banner text={t(`orders.void.${order.voidReason}`)} /> : null}
        {lateBy === undefined ? null : <Banner text={t('orders.detail.late', { time: spanText(lateBy, t) })} />}
        <View className="closed__parts stack columns">
          <Proof order={order} onCard={setCard} />
          {/* The end of the check adds to the story, which would push them. */}
          {isChecking ? null : (
            <>
              <BookedNote booking={checked?.booking} />
              <LookUpTrades orderId={order.id} />
              <Facts order={order} />
              <PrintButton />
            </>
          )}
        </View>
      </View>
      <ShareBar orderId={order.id} onClick={() => setSharing(true)} />
      {checked ? (
        <ShareSheet order={order} checked={checked} open={sharing} onClose={() => setSharing(false)} onCard={setCard} />
      ) : null}
    </>
  )
})

interface ResultProps {
  order: Order
  checked: CheckedReceipt | undefined
  isLoading: boolean
}

/** The outcome of the order, in one figure and one sentence, with the line of its prices. */
const Result = observer(function Result({ order, checked, isLoading }: ResultProps) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const facts = factsOfOrder(order)
  const { profitLoss } = facts
  const product = market.nameOf(order.symbol)
  return (
    <View className="closed__result stack gap-2">
      <View className="closed__what wraps soft num">
        <TaroButton
          className="closed__product line gap-6"
          aria-label={t('orders.toProduct', { product })}
          onClick={() => openPage('/pages/Detail/Detail', { symbol: order.symbol })}
        >
          <SymbolIcon symbol={order.symbol} />
          {product}
          <Text className="soft">·</Text>
        </TaroButton>
        <Amount
          text={format.number(order.stake)}
          say={(amount) =>
            [directionText(order.direction, t), durationText(order.durationSeconds, t), amount]
              .map((term) => term.replace(/ /g, '\u00a0'))
              .join('\u00a0· ')
          }
        />
      </View>
      <Amount className="closed__figure num" move={moveOf(profitLoss)} text={format.signed(profitLoss)} />
      <View className="closed__said wraps">
        <Text className="strong">{t(`orders.status.${order.status}`)}</Text>
        <PaidBack order={order} />
      </View>
      <View className="closed__course">
        <Course facts={facts} checked={checked} loading={isLoading} />
      </View>
    </View>
  )
})

/** The story of the result with what can be done with its proof. */
const Proof = observer(function Proof({ order, onCard }: Pick<ShareSheetProps, 'order' | 'onCard'>) {
  const t = useT()
  const { proof } = useLate()
  const [sheet, setSheet] = useState<'elsewhere' | 'save' | undefined>(undefined)
  const { state, value } = proof.checkOf(order.id)
  const close = () => setSheet(undefined)
  return (
    <>
      <ProofStory facts={factsOfOrder(order)} state={state} onAgain={() => void proof.open(order.id)}>
        <View className="closed__actions wraps gap-10">
          <Button tone="secondary" size="medium" icon="globe" disabled={!value} onClick={() => setSheet('elsewhere')}>
            {t('orders.story.elsewhere')}
          </Button>
          <Button tone="secondary" size="medium" icon="download" onClick={() => setSheet('save')}>
            {t('orders.story.save')}
          </Button>
          {value?.witnesses.seenBy.length === 0 ? (
            <Button tone="secondary" size="medium" onClick={() => openPage('/pages/check/check')}>
              {t('orders.witnesses.title')}
            </Button>
          ) : null}
        </View>
      </ProofStory>
      {value ? (
        <ElsewhereSheet order={order} checked={value} open={sheet === 'elsewhere'} onClose={close} onCard={onCard} />
      ) : null}
      <SaveSheet order={order} open={sheet === 'save'} onClose={close} />
    </>
  )
})

const Facts = observer(function Facts({ order }: { order: Order }) {
  const t = useT()
  const { preferences, proof } = useLate()
  const at = (instant: string | null) =>
    instant === null ? '–' : showDateTime(instant, preferences.timeZone, { seconds: true })
  const checked = proof.checkOf(order.id).value
  return (
    <Card>
      <Fact label={t('orders.detail.number')}>
        <Text className="fact__id">{order.number}</Text>
      </Fact>
      <Fact label={t('orders.detail.opened')}>{at(order.acceptedAt)}</Fact>
      <Fact label={t('orders.detail.closedAt')}>{at(order.closedAt)}</Fact>
      <Fact label={t('orders.detail.holdingTime')}>{holdingTime(order)}</Fact>
      <Fact label={t('orders.detail.source')}>{sourceText(order.source, t)}</Fact>
      <BookedFact booking={checked?.booking} />
      {checked?.code ? <Fact label={t('orders.share.code')}>{checked.code}</Fact> : null}
    </Card>
  )
})

interface BookedProps {
  /** Undefined if the service did not say. */
  booking: Booking | undefined
}

/** The entry of the capital record by which a verified result reached the balance. */
function BookedFact({ booking }: BookedProps) {
  const t = useT()
  const format = useFormat()
  if (!booking?.entry || !isBooked(booking)) return null
  const { id, amount } = booking.entry
  return (
    <Fact label={t(amount.startsWith('-') ? 'orders.booked.taken' : 'orders.booked.paid')}>
      <Amount text={format.signed(amount)} say={(shown) => t('orders.booked.entry', { amount: shown, entry: id })} />
    </Fact>
  )
}

/** Says that a verified result is not what the balance got. */
function BookedNote({ booking }: BookedProps) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  if (!booking || isBooked(booking)) return null
  const [due = '', booked = ''] = [booking.due, booking.booked].map((amount) => shown(format.signed(amount)))
  return <Banner text={t('orders.booked.different', { due, booked })} />
}

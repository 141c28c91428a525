import { Text, View } from '@tarojs/components'
import { untracked } from 'mobx'
import { observer } from 'mobx-react-lite'
import { startTransition, useCallback, useEffect, useState } from 'react'
import type { Product } from '../../../../contract/market'
import { entrySecondAt } from '../../../../proof/entry'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/Icon'
import { Segmented } from '../../../components/Segmented'
import { Sheet } from '../../../components/Sheet'
import { OwnLimitLink } from '../../../connected/OwnLimitLink'
import { useServerNow } from '../../../connected/useServerNow'
import { moneyText } from '../../../domain/money'
import { breakEvenIn100 } from '../../../domain/payout'
import { productName } from '../../../domain/productName'
import { formatClock } from '../../../domain/time'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import type { T } from '../../../i18n/keys'
import { afterPicture } from '../../../platform/tasks'
import { useLate, useStores } from '../../../stores/StoresContext'
import { Durations } from './Durations'
import { OutcomePreview } from './OutcomePreview'
import { StakeField } from './StakeField'
import './TicketSheet.scss'
import { DIRECTIONS, directionText, directionTone, directionWord } from '../directions'
import { pricesText, spanText } from '../words'
import { averageGap } from './priceGap'
import { reduce, summarise, type TicketAction, type TicketForm, validate } from './ticketForm'
import { type OnPlaced, usePlaceOrder } from './usePlaceOrder'

export interface TicketBodyProps {
  product: Product
  form: TicketForm
  onForm: (form: TicketForm) => void
  onPlaced: OnPlaced
  /** Why no order can be placed now, in words; undefined when one can. */
  blocked: string | undefined
}

export interface TicketSheetProps extends Omit<TicketBodyProps, 'onPlaced'> {
  open: boolean
  onClose: () => void
  /** Says that an order was placed; returns false if it cannot. */
  onSay: (id: string) => boolean
}

/** The time of the entry moves on each second. */
const ENTRY_STEP_MS = 250
/** Longer than a sheet takes to leave. */
const PREPARED_AFTER_MS = 500

/** The order ticket, under the chart, which stays in sight; rules are in `ticketForm.ts`. */
export const TicketSheet = observer(function TicketSheet(props: TicketSheetProps) {
  const { open, onClose, onSay, ...ticket } = props
  const t = useT()
  const title = `${directionWord(ticket.form.direction, t)} · ${productName(ticket.product)}`
  const prepared = usePrepared(open)
  useFreshTicket(open)
  const handlePlaced = useCallback(
    (id?: string) => {
      onClose()
      return id !== undefined && onSay(id)
    },
    [onClose, onSay],
  )
  return (
    <Sheet clear prepared={prepared} open={open} onClose={onClose} title={title} closeLabel={t('common.close')}>
      <View className="ticket-sheet">
        <TicketBody {...ticket} onPlaced={handlePlaced} />
      </View>
    </Sheet>
  )
})

/**
 * Whether the ticket is mounted while it is closed: soon after the page is there, and again after each closing, as a new
 * one. It saves half of the time from the tap to the picture. A mini program would pay for it at its start.
 */
function usePrepared(open: boolean): boolean {
  const [prepared, setPrepared] = useState(false)
  useEffect(() => {
    if (open) return () => setPrepared(false)
    if (process.env.TARO_ENV !== 'h5') return
    const timer = setTimeout(() => startTransition(() => setPrepared(true)), PREPARED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [open])
  return prepared
}

/** Asks for the balance, and for what an order is signed with, whenever a ticket is shown. */
export function useFreshTicket(isShown: boolean) {
  const { account, session, signer } = useLate()
  const isWanted = isShown && session.isLoggedIn
  useEffect(() => {
    if (!isWanted) return
    return afterPicture(() => {
      void account.load()
      void signer.prepare()
    })
  }, [account, signer, isWanted])
}

/** The ticket without the sheet or panel around it. */
export const TicketBody = observer(function TicketBody({ product, form, onForm, onPlaced, blocked }: TicketBodyProps) {
  const t = useT()
  const format = useFormat()
  const { account, session } = useStores()
  const clock = useClockNote()
  const [asked, setAsked] = useState(false)
  const { scale } = session
  const available = session.isLoggedIn ? account.balance?.available : undefined
  const { placing, error, isOwnLimit, place } = usePlaceOrder(product, onPlaced)
  const dispatch = (action: TicketAction) => onForm(reduce(form, action, product))
  const problem = validate(form, product, scale, available)
  const { preview, earningsRateBp } = summarise(form, product, scale)
  const problemText = problem && problemTextOf(problem, product, t, format.number)
  // Problems show once the user confirms; an amount too high, at once, as more digits only raise it.
  const shownProblem = asked || problem === 'insufficient' || problem === 'tooHigh' ? problemText : undefined

  const handleConfirm = () => {
    setAsked(true)
    if (problem && session.isLoggedIn) return
    void place(form)
  }
  return (
    <>
      <Segmented
        className={`ticket__ways ticket__ways--${form.direction}`}
        label={t('trade.direction')}
        value={form.direction}
        onChange={(direction) => dispatch({ type: 'direction', direction })}
        options={DIRECTIONS.map((value) => ({ value, label: directionText(value, t) }))}
      />
      <StakeField
        product={product}
        form={form}
        onAction={dispatch}
        onConfirm={handleConfirm}
        error={error ?? shownProblem}
      />
      {isOwnLimit ? <OwnLimitLink /> : null}
      <Durations product={product} form={form} onAction={dispatch} />
      <OutcomePreview
        direction={form.direction}
        preview={problem === 'tooHigh' || problem === 'insufficient' ? undefined : preview}
      />
      {earningsRateBp === undefined ? null : <Odds earningsRateBp={earningsRateBp} />}
      {[blocked, clock].map((text) =>
        text ? (
          <Text key={text} className="ticket__blocked" ariaRole="status">
            {text}
          </Text>
        ) : null,
      )}
      <View className="ticket__foot">
        <Button
          className="ticket__place num"
          tone={directionTone(form.direction)}
          loading={placing}
          disabled={blocked !== undefined}
          onClick={handleConfirm}
        >
          <PlaceText form={form} product={product} />
        </Button>
        <View className="ticket__signed line gap-6 muted t12">
          <Icon name="shield" size={16} />
          <EntrySecond product={product} />
        </View>
      </View>
    </>
  )
})

/**
 * Which second an order that is placed now has its entry of (docs/PROOF_FORMAT.md, "The second of the entry"), how far its price
 * is from the one on screen by the prices of the last minutes, and whose prices decide.
 */
const EntrySecond = observer(function EntrySecond({ product }: Pick<TicketBodyProps, 'product'>) {
  const t = useT()
  const format = useFormat()
  const { preferences, ticks } = useLate()
  const entryAt = entrySecondAt(useServerNow(ENTRY_STEP_MS))
  const values = { time: formatClock(entryAt, preferences.timeZone), prices: pricesText(product, t) }
  // With the clock, not with each price.
  const gap = untracked(() => averageGap(ticks.ticksOf(product.symbol)))
  if (gap === undefined) return <Text className="num">{t('trade.signedFirst', values)}</Text>
  const away = format.number(gap.toFixed(product.decimals))
  return <Text className="num">{t('trade.signedAway', { ...values, gap: away })}</Text>
})

/** Stands for the number until the sentence is split there. */
const NUMBER = '\n'

/** How often a user has to be right at this rate; the number stands out. */
function Odds({ earningsRateBp }: { earningsRateBp: number }) {
  const t = useT()
  const [before, after] = t('trade.breakEven', { times: NUMBER }).split(NUMBER)
  return (
    <Text className="ticket__odds num">
      {before}
      <Text className="strong">{breakEvenIn100(earningsRateBp)}</Text>
      {after}
    </Text>
  )
}

/** The button's action, with the direction and the amount that it places. */
const PlaceText = observer(function PlaceText({ form, product }: Pick<TicketBodyProps, 'form' | 'product'>) {
  const t = useT()
  const format = useFormat()
  const { session } = useStores()
  if (!session.isLoggedIn) return <Text>{t('trade.loginToTrade')}</Text>
  const { stake } = summarise(form, product, session.scale)
  const amount = stake && `${format.number(moneyText(stake))} ${session.appInfo?.currency.code ?? ''}`.trim()
  const order = [directionText(form.direction, t), amount].filter(Boolean).join(' · ')
  return <Text>{t('trade.place', { order })}</Text>
})

/** Says that this device's clock is off, by how much, and what that means; undefined while it is right. For observers. */
function useClockNote(): string | undefined {
  const t = useT()
  const { connection } = useStores()
  if (connection.isDeviceRight) return undefined
  const { serverOffsetMs } = connection
  const time = spanText(Math.abs(serverOffsetMs) / 1_000, t)
  return serverOffsetMs > 0 ? t('trade.clock.slow', { time }) : t('trade.clock.fast', { time })
}

function problemTextOf(
  problem: NonNullable<ReturnType<typeof validate>>,
  product: Product,
  t: T,
  number: (text: string) => string,
): string {
  switch (problem) {
    case 'empty':
      return t('common.emptyValue')
    case 'tooLow':
      return t('common.tooLow', { limit: number(product.stakeMin) })
    case 'tooHigh':
      return t('common.tooHigh', { limit: number(product.stakeMax) })
    case 'insufficient':
      return t('common.insufficient')
    case 'durationGone':
      return t('errors.duration_unavailable')
  }
}

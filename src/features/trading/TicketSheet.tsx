import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Product } from '../../../contract/market'
import { Button } from '../../components/Button'
import { Chip } from '../../components/Chip'
import { Sheet } from '../../components/Sheet'
import { productName } from '../../domain/productName'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import type { T } from '../../i18n/keys'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import { useShownAmount } from '../../ui/Amount'
import { MoneyField } from '../../ui/MoneyField'
import { LivePrice } from './LivePrice'
import { OutcomePreview } from './OutcomePreview'
import { directionTone, directionWord, durationText, sourceText } from './words'
import './TicketSheet.scss'
import { mostOf, reduce, summarise, type TicketAction, type TicketForm, validate } from './ticketForm'
import { usePlaceOrder } from './usePlaceOrder'

export interface TicketBodyProps {
  product: Product
  form: TicketForm
  onForm: (form: TicketForm) => void
  onPlaced: () => void
  /** Why no order can be placed now, in words; undefined when one can. */
  blocked: string | undefined
}

export interface TicketSheetProps extends Omit<TicketBodyProps, 'onPlaced'> {
  open: boolean
  onClose: () => void
}

/** The order ticket: it shows the form and dispatches; rules are in `ticketForm.ts`. */
export const TicketSheet = observer(function TicketSheet(props: TicketSheetProps) {
  const { product, open, form, onClose } = props
  const t = useT()
  const title = `${directionWord(form.direction, t)} · ${productName(product)}`
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={t('common.close')}
      aside={<LivePrice symbol={product.symbol} />}
    >
      <TicketBody {...props} onPlaced={onClose} />
    </Sheet>
  )
})

/** The ticket without the sheet or panel around it. */
export const TicketBody = observer(function TicketBody({ product, form, onForm, onPlaced, blocked }: TicketBodyProps) {
  const t = useT()
  const format = useFormat()
  const { account, session } = useStores()
  const clock = useClockNote()
  const [asked, setAsked] = useState(false)
  const { scale } = session
  const available = session.isLoggedIn ? account.balance?.available : undefined
  const { placing, error, place } = usePlaceOrder(product, onPlaced)
  const dispatch = (action: TicketAction) => onForm(reduce(form, action, product))
  const problem = validate(form, product, scale, available)
  const { preview } = summarise(form, product, scale)
  const problemText = problem && problemTextOf(problem, product, t, format.number)
  // Problems show once the user confirms; an amount too high, at once, as more digits only raise it.
  const shownProblem = asked || problem === 'insufficient' || problem === 'tooHigh' ? problemText : undefined
  useEffect(() => {
    if (session.isLoggedIn) void account.load()
  }, [account, session.isLoggedIn])

  const handleConfirm = () => {
    setAsked(true)
    if (problem && session.isLoggedIn) return
    void place(form)
  }
  return (
    <>
      <Durations product={product} form={form} onAction={dispatch} />
      <Text className="ticket__label">{t('trade.amount')}</Text>
      <MoneyField
        label={t('common.anotherAmount')}
        value={form.stakeText}
        presets={product.stakePresets}
        most={available === undefined ? undefined : mostOf(product, available, scale)}
        onPick={(stake) => dispatch({ type: 'pick', stake })}
        onChange={(text) => dispatch({ type: 'type', text })}
        onBlur={() => dispatch({ type: 'leave' })}
        onConfirm={handleConfirm}
        error={error ?? shownProblem}
      />
      {available === undefined ? null : <Available amount={available} />}
      <OutcomePreview direction={form.direction} preview={preview} source={sourceText(product.source, t)} />
      {[blocked, clock].map((text) =>
        text ? (
          <Text key={text} className="ticket__blocked" ariaRole="status">
            {text}
          </Text>
        ) : null,
      )}
      <Button
        tone={directionTone(form.direction)}
        loading={placing}
        disabled={blocked !== undefined}
        onClick={handleConfirm}
      >
        {session.isLoggedIn ? t('trade.confirm') : t('trade.loginToTrade')}
      </Button>
    </>
  )
})

/** Says that this device's clock is off, by how much, and what that means; undefined while it is right. For observers. */
function useClockNote(): string | undefined {
  const t = useT()
  const format = useFormat()
  const { connection } = useStores()
  if (connection.isDeviceRight) return undefined
  const { serverOffsetMs } = connection
  const seconds = format.number(String(Math.round(Math.abs(serverOffsetMs) / 1_000)))
  return serverOffsetMs > 0 ? t('trade.clock.slow', { seconds }) : t('trade.clock.fast', { seconds })
}

interface DurationsProps {
  product: Product
  form: TicketForm
  onAction: (action: TicketAction) => void
}

/** The countdowns with their earnings rates. */
function Durations({ product, form, onAction }: DurationsProps) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      <Text className="ticket__label">{t('trade.durationAndRate')}</Text>
      <View className="ticket__chips">
        {product.durations.map(({ seconds, earningsRateBp }) => (
          <Chip
            key={seconds}
            selected={seconds === form.durationSeconds}
            note={format.percent(earningsRateBp, 0)}
            onClick={() => onAction({ type: 'duration', seconds })}
          >
            {durationText(seconds, t)}
          </Chip>
        ))}
      </View>
    </>
  )
}

/** The amount that can be staked, and a link to deposit. */
const Available = observer(function Available({ amount }: { amount: string }) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  return (
    <View className="row t13 num ticket__available">
      <Text className="muted">{t('common.available', { amount: shown(format.number(amount)) })}</Text>
      <Button tone="plain" size="medium" block={false} onClick={() => openPage('/pages/deposit/deposit')}>
        {t('trade.deposit')}
      </Button>
    </View>
  )
})

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

import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Product } from '../../../../contract/market'
import { Button } from '../../../components/Button'
import { Chip } from '../../../components/Chip'
import { Sheet } from '../../../components/Sheet'
import { AmountField } from '../../../connected/AmountField'
import { productName } from '../../../domain/productName'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { joinSentences } from '../../../i18n/sentences'
import { useLate, useStores } from '../../../stores/StoresContext'
import { LivePrice } from '../LivePrice'
import { useQuote } from '../productHooks'
import { AlertRow, WaitingList } from './AlertRow'
import './AlertSheet.scss'
import { type AlertIntent, FIRST_STEP_BP, intentOf, readPrice, STEPS_BP, sanitizePrice, stepPrice } from './alertForm'
import { useSetAlert } from './useSetAlert'

/** How many triggered alerts the sheet lists. */
const TRIGGERED_SHOWN = 3

/** Sets a price alert of one product and lists those there are. What was typed stays until the alert is set. */
export const AlertSheet = observer(function AlertSheet({ symbol }: { symbol: string }) {
  const t = useT()
  const { alerts, market } = useLate()
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [start, setStart] = useState('')
  const product = market.productOf(symbol).value
  const lastPrice = useQuote(symbol)?.price
  const decimals = product?.decimals
  const open = alerts.shown === symbol
  const hasPrice = lastPrice !== undefined
  const isUntouched = typed === undefined
  // A step above the price at the moment of opening, or after an alert was set; it does not move under the finger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later prices leave the field alone
  useEffect(() => {
    if (open && decimals !== undefined) setStart(lastPrice ? stepPrice(lastPrice, FIRST_STEP_BP, decimals) : '')
  }, [open, hasPrice, isUntouched, decimals])
  const { chosen } = alerts
  useEffect(() => {
    if (open && chosen !== undefined) setTyped(chosen)
  }, [open, chosen])
  // When the page goes, its sheet closes, so that the next page opens without it.
  useEffect(
    () => () => {
      if (alerts.shown === symbol) alerts.show(undefined)
    },
    [alerts, symbol],
  )
  if (!product) return null
  const close = () => alerts.show(undefined)
  return (
    <Sheet
      open={open}
      onClose={close}
      title={`${t('alerts.title')} · ${productName(product)}`}
      closeLabel={t('common.close')}
      aside={<LivePrice symbol={symbol} />}
    >
      <AlertForm product={product} text={typed ?? start} onText={setTyped} />
      <OwnAlerts product={product} />
    </Sheet>
  )
})

interface AlertFormProps {
  product: Product
  text: string
  onText: (text: string | undefined) => void
}

const AlertForm = observer(function AlertForm({ product, text, onText }: AlertFormProps) {
  const t = useT()
  const format = useFormat()
  const { session } = useStores()
  const lastPrice = useQuote(product.symbol)?.price
  const intent = intentOf(text, lastPrice, product.decimals)
  const { busy, error, asked, submit } = useSetAlert(product, () => onText(undefined))
  const shownError = error ?? (asked && intent.kind === 'empty' ? t('alerts.decimals') : undefined)
  const isImpossible = intent.kind === 'level' || intent.kind === 'unknown'
  const handleSubmit = () => void submit(intent)
  return (
    <>
      <AmountField
        className="num"
        label={t('alerts.price')}
        value={text}
        decimals={product.decimals}
        reading={readPrice(text, lastPrice)}
        error={shownError}
        {...(intent.kind === 'empty' ? { hint: t('alerts.decimals') } : {})}
        onChange={(value) => onText(sanitizePrice(value, product.decimals))}
        onConfirm={handleSubmit}
      />
      {lastPrice === undefined ? null : (
        <View className="alert-sheet__steps wraps">
          {STEPS_BP.map((step) => {
            const price = stepPrice(lastPrice, step, product.decimals)
            return (
              <Chip
                key={step}
                selected={intent.kind === 'ready' && intent.changeBp === step}
                onClick={() => onText(price)}
              >
                {(step < 0 ? '\u2212' : '+') + format.percent(Math.abs(step), 0)}
              </Chip>
            )
          })}
        </View>
      )}
      <Sentence product={product} intent={intent} />
      <Button loading={busy} disabled={session.isLoggedIn && isImpossible} onClick={handleSubmit}>
        {session.isLoggedIn ? t('alerts.confirm') : t('alerts.login')}
      </Button>
      <Text className="alert-sheet__note">{joinSentences(t('alerts.note'), t('alerts.byScale'))}</Text>
    </>
  )
})

/** The alert's condition in words: the current price decides between above and below. */
function Sentence({ product, intent }: { product: Product; intent: AlertIntent }) {
  const t = useT()
  const format = useFormat()
  const words = () => {
    if (intent.kind === 'empty') return ''
    if (intent.kind === 'unknown') return t('alerts.noPrice')
    const price = format.number(intent.price)
    if (intent.kind === 'level') return t('alerts.level', { price })
    const values = { product: productName(product), price, change: format.signedPercent(intent.changeBp) }
    return t(intent.direction === 'above' ? 'alerts.above' : 'alerts.below', values)
  }
  // No live region: the sentence changes with every price.
  return <View className="alert-sheet__sentence">{words()}</View>
}

/** The user's alerts of this product: those that wait, and what came true lately. */
const OwnAlerts = observer(function OwnAlerts({ product }: { product: Product }) {
  const t = useT()
  const { alerts, session } = useLate()
  const waiting = alerts.waitingOn(product.symbol)
  const triggered = alerts.triggeredOn(product.symbol).slice(0, TRIGGERED_SHOWN)
  useEffect(() => {
    if (session.isLoggedIn) void alerts.triggered.refresh()
  }, [alerts, session.isLoggedIn])
  return (
    <>
      {waiting.length === 0 ? null : (
        <>
          <Text className="alert-sheet__head">{t('alerts.waiting', { number: waiting.length })}</Text>
          <WaitingList alerts={waiting} />
        </>
      )}
      {triggered.length === 0 ? null : (
        <>
          <Text className="alert-sheet__head">{t('alerts.reached')}</Text>
          <View className="alert-sheet__list" ariaRole="list" aria-label={t('alerts.reached')}>
            {triggered.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </View>
        </>
      )}
    </>
  )
})

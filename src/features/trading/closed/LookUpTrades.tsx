import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { decidingTicks, type LookUpFinding, plainPrice } from '../../../domain/proof/trades'
import { formatClock } from '../../../domain/time'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { listed } from '../../../i18n/sentences'
import { useLate, useStores } from '../../../stores/StoresContext'

type State = { kind: 'idle' | 'loading' | 'failed' } | { kind: 'ready'; findings: LookUpFinding[] }

/** Names as the exchanges write them. */
const NAMES = { binance: 'Binance', okx: 'OKX' }

/** Loaded on the first tap: most receipts are never looked up. */
const loadLookUp = async () => (await import('../../../stores/lookUp/tradeLookUp')).lookUpTrades

/**
 * Compares the prices that decided an order with the exchange's own history, on a tap and straight from this device.
 * Renders nothing if no exchange priced the order.
 */
export const LookUpTrades = observer(function LookUpTrades(props: { orderId: string; load?: typeof loadLookUp }) {
  const { orderId, load = loadLookUp } = props
  const t = useT()
  const { proof } = useLate()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const checked = proof.checkOf(orderId).value
  // A receipt without a verdict has a form that cannot be read.
  const receipt = checked?.check.verdict && 'ranges' in checked.receipt ? checked.receipt : undefined
  const ticks = receipt ? decidingTicks(receipt) : []
  if (!receipt || ticks.length === 0) return null
  const sources = ticks.map(({ tick }) => NAMES[tick.source as keyof typeof NAMES])
  const names = listed([...new Set(sources)])
  const handleLookUp = async () => {
    setState({ kind: 'loading' })
    try {
      const lookUp = await load()
      setState({ kind: 'ready', findings: await lookUp(receipt) })
    } catch {
      setState({ kind: 'failed' })
    }
  }
  return (
    <Card>
      <Text className="t16 strong closed__look-up" ariaRole="heading" aria-level={2}>
        {t('orders.lookUp.title')}
      </Text>
      <Text className="muted t13 closed__look-up">{t('orders.lookUp.what', { names })}</Text>
      {state.kind === 'ready' ? <Findings findings={state.findings} /> : null}
      {state.kind === 'failed' ? <Text className="muted t13 closed__look-up">{t('errors.network')}</Text> : null}
      <Button tone="plain" size="medium" loading={state.kind === 'loading'} onClick={() => void handleLookUp()}>
        {t(state.kind === 'idle' ? 'orders.lookUp.start' : 'common.retry')}
      </Button>
    </Card>
  )
})

const DIFFERS = new Set<LookUpFinding['kind']>(['other_price', 'other_time', 'unknown', 'before_end', 'older'])

const NEXT = {
  after_end: 'orders.lookUp.afterEnd',
  near_end: 'orders.lookUp.nearEnd',
  before_end: 'orders.lookUp.beforeEnd',
  older: 'orders.lookUp.older',
} as const

const Findings = observer(function Findings({ findings }: { findings: readonly LookUpFinding[] }) {
  const t = useT()
  const format = useFormat()
  const { preferences } = useStores()
  const price = (text: string) => format.number(plainPrice(text))
  const clock = (at: number) => formatClock(at, preferences.timeZone, { millis: true })
  const partText = { entry: 'orders.detail.purchasePrice', exit: 'orders.detail.transactionPrice' } as const
  const textOf = (finding: LookUpFinding): string => {
    const exchange = NAMES[finding.exchange]
    switch (finding.kind) {
      case 'same':
        return t('orders.lookUp.same', {
          exchange,
          trade: finding.trade,
          price: price(finding.row.price),
          time: clock(finding.row.at),
        })
      case 'other_price':
        return t('orders.lookUp.otherPrice', {
          exchange,
          trade: finding.tick.trade,
          there: price(finding.row.price),
          here: price(finding.tick.price),
        })
      case 'other_time':
        return t('orders.lookUp.otherTime', {
          exchange,
          trade: finding.tick.trade,
          there: clock(finding.row.at),
          here: clock(finding.tick.sourceAt),
        })
      case 'after_end':
      case 'near_end':
      case 'before_end':
      case 'older':
        return t(NEXT[finding.kind], {
          trade: finding.row.first,
          price: price(finding.row.price),
          time: clock(finding.row.at),
        })
      case 'unknown':
        return t('orders.lookUp.unknown', { exchange, trade: finding.trade })
      case 'none':
        return t('orders.lookUp.none', { exchange })
      case 'unnumbered':
        return t('orders.lookUp.unnumbered', { exchange })
      case 'unreached':
        return t('orders.lookUp.unreached', { exchange })
    }
  }
  return (
    <View className="closed__findings stack gap-8" ariaRole="status">
      {findings.map((finding) => (
        <View key={finding.part}>
          <Text className="muted t12">
            {t(finding.part === 'next' ? 'orders.lookUp.next' : partText[finding.part])}
          </Text>
          <Text className={DIFFERS.has(finding.kind) ? 'problem t14' : 't13'}>{textOf(finding)}</Text>
        </View>
      ))}
    </View>
  )
})

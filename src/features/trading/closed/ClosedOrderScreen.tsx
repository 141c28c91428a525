import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Order } from '../../../../contract/orders'
import { Banner } from '../../../components/Banner'
import { BottomBar } from '../../../components/BottomBar'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { Fact } from '../../../components/Fact'
import { Skeleton } from '../../../components/Skeleton'
import { moveOf } from '../../../domain/price'
import { useT } from '../../../i18n'
import { showDateTime } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { isSound } from '../../../stores/ProofStore'
import { useStores } from '../../../stores/StoresContext'
import { Amount } from '../../../ui/Amount'
import { LoadFailed } from '../../../ui/Loaded'
import { usePaper } from '../../../ui/usePaper'
import { useSaveFile } from '../../../ui/useSaveFile'
import { useSaveEvidence } from '../useSaveEvidence'
import { directionText, durationText, sourceText } from '../words'
import './ClosedOrderScreen.scss'
import { orderPaper } from './orderPaper'
import { SettlementCard } from './SettlementCard'
import { ShareSheet } from './ShareSheet'

export interface ClosedOrderScreenProps {
  orderId: string
  /** The sheet with the picture of the result is open. */
  sharing?: boolean
  onShared?: () => void
}

/** A closed order: its result, how it was settled, and the check of that on this device. */
export const ClosedOrderScreen = observer(function ClosedOrderScreen(props: ClosedOrderScreenProps) {
  const { orderId, sharing = false, onShared = () => undefined } = props
  const t = useT()
  const { orders, proof } = useStores()
  const order = orders.orderOf(orderId)
  const closed = order !== undefined && order.closedAt !== null
  useEffect(() => {
    void orders.open(orderId)
  }, [orders, orderId])
  useEffect(() => {
    if (closed) void proof.open(orderId)
  }, [proof, orderId, closed])
  const { state } = orders.opened.of(orderId)
  const checked = proof.checkOf(orderId).value
  if (!order && state.kind === 'failed') {
    return <LoadFailed code={state.code} onRetry={() => orders.open(orderId)} />
  }
  if (!order) return <Skeleton shape="block" count={3} />
  return (
    <>
      <View className="closed columns">
        <Result order={order} />
        {order.voidReason ? <Banner text={t(`orders.void.${order.voidReason}`)} /> : null}
        <SettlementCard order={order} />
        <Facts order={order} />
        <SaveReceipt order={order} />
        <SaveProof order={order} />
        <SaveEvidence orderId={order.id} />
      </View>
      <BottomBar>
        <View className="closed__actions">
          <SavePdf order={order} />
          <Button onClick={() => openPage('/pages/Detail/Detail', { symbol: order.symbol })}>
            {t('orders.detail.tradeAgain')}
          </Button>
        </View>
      </BottomBar>
      {checked ? <ShareSheet order={order} checked={checked} open={sharing} onClose={onShared} /> : null}
    </>
  )
})

const Result = observer(function Result({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const name = market.nameOf(order.symbol)
  const profitLoss = order.profitLoss ?? '0'
  return (
    <Card className="closed__result">
      <Text className="muted t13">
        {name} · {directionText(order.direction, t)} · {durationText(order.durationSeconds, t)}
      </Text>
      <Amount className="closed__figure num" move={moveOf(profitLoss)} text={format.signed(profitLoss)} />
      <Amount
        className="muted t13 num"
        text={format.number(order.stake)}
        say={(amount) => t('orders.detail.amountAndRate', { amount, rate: format.percent(order.earningsRateBp, 0) })}
      />
      <Text className="muted t13">{t(`orders.status.${order.status}`)}</Text>
    </Card>
  )
})

const ROOT_SHOWN = 6

const Facts = observer(function Facts({ order }: { order: Order }) {
  const t = useT()
  const { preferences, proof } = useStores()
  const at = (instant: string | null) =>
    instant === null ? '–' : showDateTime(instant, preferences.timeZone, { seconds: true })
  const checked = proof.checkOf(order.id).value
  // A receipt without a verdict has a form that cannot be shown.
  const receipt = checked?.check.verdict ? checked.receipt : undefined
  // A new head comes with every price: the time says which head this is.
  const headAt = receipt === undefined ? '' : showDateTime(receipt.head.at, preferences.timeZone, { seconds: true })
  const products = receipt && 'fixed' in receipt ? receipt.head.products : []
  const root = products.find(({ symbol }) => symbol === order.symbol)?.root
  return (
    <Card>
      <Fact label={t('orders.detail.number')}>{order.number}</Fact>
      <Fact label={t('orders.detail.opened')}>{at(order.acceptedAt)}</Fact>
      <Fact label={t('orders.detail.closedAt')}>{at(order.closedAt)}</Fact>
      <Fact label={t('orders.detail.source')}>{sourceText(order.source, t)}</Fact>
      {receipt && 'tickCount' in receipt ? <Fact label={t('orders.proof.ticks')}>{receipt.tickCount}</Fact> : null}
      {root ? (
        <Fact
          label={t('orders.proof.root')}
        >{`${root.slice(0, ROOT_SHOWN)}…${root.slice(-ROOT_SHOWN)} · ${headAt}`}</Fact>
      ) : null}
      {checked?.code ? <Fact label={t('orders.share.code')}>{checked.code}</Fact> : null}
      <Fact label={t('orders.detail.rule')}>{t('orders.detail.ruleText')}</Fact>
    </Card>
  )
})

/** Saves a PDF; renders nothing where printing is not supported. */
const SavePdf = observer(function SavePdf({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { market, preferences, proof, session } = useStores()
  const print = usePaper()
  if (!print) return null
  const words = {
    ...{ t, format, zone: preferences.timeZone, name: market.nameOf(order.symbol) },
    ...{ currency: session.appInfo?.currency.code ?? '', proofCode: proof.checkOf(order.id).value?.code },
  }
  return (
    <Button tone="secondary" onClick={() => print(orderPaper(order, words))}>
      {t('wallet.pdf')}
    </Button>
  )
})

/** Saves the receipt, from which a program can verify the result. */
const SaveReceipt = observer(function SaveReceipt({ order }: { order: Order }) {
  const t = useT()
  const { proof } = useStores()
  const saveFile = useSaveFile()
  const text = proof.checkOf(order.id).value?.text
  const handleSave = async () => {
    if (text === undefined) return
    const file = { name: `${order.number}.json`, type: 'application/json', text }
    await saveFile(file, { saved: t('orders.proof.saved'), failed: t('orders.proof.notSaved') })
  }
  return (
    <Button tone="plain" size="medium" disabled={text === undefined} onClick={() => void handleSave()}>
      {t('orders.proof.save')}
    </Button>
  )
})

/** Saves a proof for programs that read any transparency log; it holds the receipt (docs/PROOF_FORMAT.md). */
const SaveProof = observer(function SaveProof({ order }: { order: Order }) {
  const t = useT()
  const { proof } = useStores()
  const saveFile = useSaveFile()
  const { value } = proof.checkOf(order.id)
  if (!value || !isSound(value)) return null
  const handleSave = async () => {
    const text = await proof.tlogProof(order.id)
    if (text === undefined) return
    const file = { name: `${order.number}.tlog-proof`, type: 'text/plain', text }
    await saveFile(file, { saved: t('orders.proof.savedProof'), failed: t('orders.proof.notSaved') })
  }
  return (
    <Button tone="plain" size="medium" onClick={() => void handleSave()}>
      {t('orders.proof.saveProof')}
    </Button>
  )
})

/** Saves what this device was given when the order was placed and when it had ended, with the receipt, as one file. */
const SaveEvidence = observer(function SaveEvidence({ orderId }: { orderId: string }) {
  const t = useT()
  const { evidence, proof } = useStores()
  const save = useSaveEvidence()
  if (!proof.checkOf(orderId).value && !evidence.holds(orderId)) return null
  return (
    <Button tone="plain" size="medium" onClick={() => void save.ofOrder(orderId)}>
      {t('orders.evidence.save')}
    </Button>
  )
})

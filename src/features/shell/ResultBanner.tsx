import { type CommonEventFunction, type ITouchEvent, Button as TaroButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import type { Order } from '../../../contract/orders'
import { IconButton } from '../../components/IconButton'
import { Amount } from '../../connected/Amount'
import { moveOf } from '../../domain/price'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'
import './ResultBanner.scss'

/**
 * How an order ended: one at a time, for 4 s, over any page that does not show the result itself. A tap opens the
 * order, a swipe dismisses the banner.
 */
export const ResultBanner = observer(function ResultBanner() {
  const { results } = useLate()
  const news = results.current
  if (!news) return null
  return (
    <Swipeable key={news.kind === 'order' ? news.order.id : 'more'}>
      {news.kind === 'order' ? <Result order={news.order} /> : <More count={news.count} />}
    </Swipeable>
  )
})

const Result = observer(function Result({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { market, results } = useLate()
  const name = market.nameOf(order.symbol)
  const profitLoss = order.profitLoss ?? '0'
  const returned = order.status === 'tie' || order.status === 'void'
  const prices =
    order.entryPrice === null || order.exitPrice === null
      ? ''
      : `${format.number(order.entryPrice)} → ${format.number(order.exitPrice)}`
  const handleOpen = () => {
    results.dismiss()
    openPage('/pages/order/closed', { id: order.id })
  }
  return (
    <TaroButton className="result__open line fills" onClick={handleOpen}>
      <View className="column fills">
        <Text className="result__title">
          {name} · {t(`orders.status.${order.status}`)}
        </Text>
        <Text className="result__note num">{order.voidReason ? t(`orders.void.${order.voidReason}`) : prices}</Text>
      </View>
      {returned ? null : (
        <Amount className="result__amount num" move={moveOf(profitLoss)} text={format.signed(profitLoss)} />
      )}
    </TaroButton>
  )
})

function More({ count }: { count: number }) {
  const t = useT()
  const { results } = useLate()
  const handleOpen = () => {
    results.dismiss()
    openPage('/pages/order/order')
  }
  return (
    <TaroButton className="result__open line fills" onClick={handleOpen}>
      <Text className="result__title">{t('orders.moreResults', { count })}</Text>
    </TaroButton>
  )
}

const AWAY_PX = 56
const AWAY_DOWN_PX = 28

const Swipeable = observer(function Swipeable({ children }: { children: ReactNode }) {
  const t = useT()
  const { results } = useLate()
  const [start, setStart] = useState<{ x: number; y: number } | undefined>(undefined)
  const [moved, setMoved] = useState({ x: 0, y: 0 })
  const handleStart = (event: Parameters<CommonEventFunction>[0]) => {
    setStart(pointOf(event))
    results.hold(true)
  }
  const handleMove = (event: Parameters<CommonEventFunction>[0]) => {
    const at = pointOf(event)
    if (start) setMoved({ x: at.x - start.x, y: at.y - start.y })
  }
  const handleEnd = () => {
    setStart(undefined)
    if (Math.abs(moved.x) > AWAY_PX || Math.abs(moved.y) > AWAY_DOWN_PX) return results.dismiss()
    setMoved({ x: 0, y: 0 })
    results.hold(false)
  }
  const style = { transform: `translate(${moved.x}px, ${moved.y}px)` }
  return (
    <View
      className={`result${start ? ' result--held' : ''}`}
      ariaRole="status"
      style={style}
      onTouchStart={handleStart}
      onTouchMove={handleMove}
      onTouchEnd={handleEnd}
      onTouchCancel={handleEnd}
    >
      {children}
      <IconButton icon="close" size={18} label={t('common.close')} onClick={() => results.dismiss()} />
    </View>
  )
})

function pointOf(event: Parameters<CommonEventFunction>[0]): { x: number; y: number } {
  // Taro's types do not say that touch events of a View carry touches.
  const { touches, changedTouches } = event as ITouchEvent
  const touch = touches[0] ?? changedTouches[0]
  return { x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 }
}

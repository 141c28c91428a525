import { Button, Text, View } from '@tarojs/components'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Candle } from '../../../../contract/market'
import { ChartCanvas } from '../../../components/chart/ChartCanvas'
import { nextCanvasId } from '../../../components/chart/useCanvasDrawing'
import { Icon } from '../../../components/Icon'
import { createFormat } from '../../../i18n/format'
import { everyWhileVisible } from '../../../platform/whileVisible'
import './Chart.scss'
import type { Renderer } from './renderer'
import type { ChartLevel, ChartOrder, ChartPoint, ChartProps } from './types'
import { type ChartDrawing, useChartSurface } from './useChartSurface'

/** A pane of lines needs more room than the volume. */
const HEIGHT_WITH_LINES = 300
/** A screen reader announces the prices this often, not at each tick. */
const SUMMARY_MS = 5_000
const OPENED_MS = 1_000
/** The crosshair is read out once it rests. */
const REST_MS = 400
const ZOOM_STEP = 1.25

const NO_ORDERS: readonly ChartOrder[] = []
const NO_ALERTS: readonly ChartLevel[] = []

/**
 * The price chart: line or candles with indicators, own orders, pan, zoom, and a crosshair on long press, hover or the
 * arrow keys. Give it a `key` of the product's symbol: another product is another chart.
 */
export function Chart(props: ChartProps) {
  const { colors, candles, mode, hollow, decimals, interval, texts, lastPrice, overlays, pane, serverNow } = props
  const { orders = NO_ORDERS, alerts = NO_ALERTS, locale = 'en-US', zone = 'local' } = props
  const [id] = useState(nextCanvasId)
  const [point, setPoint] = useState<ChartPoint | undefined>(undefined)
  const [away, setAway] = useState(false)
  const format = useMemo(() => createFormat(locale), [locale])
  const content = useMemo(
    () => ({
      candles,
      mode,
      hollow,
      decimals,
      interval,
      texts,
      lastPrice,
      colors,
      orders,
      alerts,
      overlays,
      pane,
      zone,
      format,
      serverNow,
    }),
    [
      candles,
      mode,
      hollow,
      decimals,
      interval,
      texts,
      lastPrice,
      colors,
      orders,
      alerts,
      overlays,
      pane,
      zone,
      format,
      serverNow,
    ],
  )
  const canvas = useChartSurface(id, content, props.live, {
    onNeedOlder: () => props.onNeedOlder?.(),
    onPoint: setPoint,
    onAway: setAway,
    onLevel: (price) => props.onLevel?.(price),
  })
  const summary = useSummary(canvas.drawing, props)
  const read = useRested(point === undefined ? '' : props.describePoint(point))
  const handleKeyDown = (event: { key: string; preventDefault(): void }) => {
    const renderer = canvas.drawing.current?.renderer
    if (renderer && act(renderer, event.key)) event.preventDefault()
  }
  // A mini program has no keyboard, so Taro's types know nothing of one.
  const keyboard = { tabIndex: 0, onKeyDown: handleKeyDown }
  const height = Math.max(pane === 'volume' ? 0 : HEIGHT_WITH_LINES, props.height)
  return (
    <View className="chart" ariaRole="group" aria-label={props.keysLabel} {...keyboard}>
      <ChartCanvas id={id} canvas={canvas} height={height} background={colors.background} label={summary} />
      {away ? (
        <Button
          className="chart__latest centered"
          aria-label={props.latestLabel}
          onClick={() => canvas.drawing.current?.renderer.goTo('latest')}
        >
          <Icon name="latest" size={20} />
        </Button>
      ) : null}
      <Text className="sr-only" ariaRole="status">
        {read}
      </Text>
    </View>
  )
}

/** Does what a key stands for; false if the key has no meaning here. */
function act(renderer: Renderer, key: string): boolean {
  if (key === 'ArrowLeft') renderer.stepCrosshair(-1)
  else if (key === 'ArrowRight') renderer.stepCrosshair(1)
  else if (key === 'Escape') renderer.setCrosshair(undefined)
  else if (key === 'Home') renderer.goTo('oldest')
  else if (key === 'End') renderer.goTo('latest')
  else if (key === '+' || key === '=') renderer.zoomBy(ZOOM_STEP)
  else if (key === '-') renderer.zoomBy(1 / ZOOM_STEP)
  else return false
  return true
}

/** The picture in words: renewed at once when it shows something else, otherwise every few seconds. */
function useSummary(drawing: RefObject<ChartDrawing | null>, props: ChartProps): string {
  const { describe, candles, live, interval, mode, locale, orders = NO_ORDERS } = props
  const latest = useRef({ describe, candles })
  latest.current = { describe, candles }
  const inSight = (): readonly Candle[] => drawing.current?.renderer.inSight() ?? latest.current.candles
  const [summary, setSummary] = useState(() => describe(candles))
  const isEmpty = candles.length === 0
  // Only these changes renew the text at once; prices wait for the timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const update = () => setSummary(latest.current.describe(inSight()))
    update()
    if (!live) return
    // Only an open canvas knows which bars are in sight.
    const first = setTimeout(update, OPENED_MS)
    const stop = everyWhileVisible(SUMMARY_MS, update)
    return () => {
      clearTimeout(first)
      stop()
    }
  }, [live, interval, mode, locale, isEmpty, orders.length])
  return summary
}

/** `text` once it has stayed the same for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

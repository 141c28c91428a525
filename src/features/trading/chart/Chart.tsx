import { Canvas, View } from '@tarojs/components'
import { useMemo, useState } from 'react'
import { createFormat } from '../../../i18n/format'
import type { Gestures } from './gestures'
import type { ChartOrder, ChartProps } from './types'
import { useChartSurface } from './useChartSurface'

const HEIGHT = 320
/** `designWidth` pixels of the mini program's screen, and of a rem in the browser. */
const RPX_PER_PIXEL = 2
const PX_PER_REM = 16

const NO_ORDERS: readonly ChartOrder[] = []
const NO_AVERAGES: readonly number[] = []

let lastCanvas = 0

/**
 * The price chart: line or candles with volume, averages, own entry lines, pan, zoom, and a crosshair on long press or
 * hover. Give it a `key` of the product's symbol: another product is another chart.
 */
export function Chart(props: ChartProps) {
  const { label, colors, height = HEIGHT, candles, mode, decimals, interval, texts, lastPrice } = props
  const { orders = NO_ORDERS, averages = NO_AVERAGES, locale = 'en-US', zone = 'local' } = props
  const [id] = useState(() => {
    lastCanvas += 1
    return `chart-${lastCanvas}`
  })
  const content = useMemo(
    () => ({
      candles,
      mode,
      decimals,
      interval,
      texts,
      lastPrice,
      colors,
      orders,
      averages,
      zone,
      format: createFormat(locale),
    }),
    [candles, mode, decimals, interval, texts, lastPrice, colors, orders, averages, zone, locale],
  )
  const { gestures, hasPointers } = useChartSurface(id, content, () => props.onNeedOlder?.())

  const handleTouch = (deliver: (input: Gestures, touch: Touch) => void) => (event: object) => {
    const input = gestures.current
    if (!input || hasPointers.current) return
    for (const touch of (event as TouchLike).changedTouches ?? []) deliver(input, touch)
  }
  return (
    <View className="num" style={{ height: cssHeight(height), background: colors.background }}>
      <Canvas
        id={id}
        type="2d"
        disableScroll
        {...{ ariaRole: 'img', ariaLabel: label }}
        style={{ display: 'block', width: '100%', height: '100%', touchAction: 'pan-y' }}
        onTouchStart={handleTouch((input, touch) => input.down(touch.identifier, touch.x, touch.y))}
        onTouchMove={handleTouch((input, touch) => input.move(touch.identifier, touch.x, touch.y))}
        onTouchEnd={handleTouch((input, touch) => input.up(touch.identifier))}
        onTouchCancel={handleTouch((input) => input.cancel())}
      />
    </View>
  )
}

/** A touch of the mini program's canvas: its place is already relative to it. */
interface Touch {
  identifier: number
  x: number
  y: number
}

interface TouchLike {
  changedTouches?: Touch[]
}

function cssHeight(height: number): string {
  return process.env.TARO_ENV === 'weapp' ? `${height * RPX_PER_PIXEL}rpx` : `${height / PX_PER_REM}rem`
}

import { useMemo, useState } from 'react'
import { ChartCanvas } from '../../../components/chart/ChartCanvas'
import { nextCanvasId } from '../../../components/chart/useCanvasDrawing'
import { createFormat } from '../../../i18n/format'
import type { ChartOrder, ChartProps } from './types'
import { useChartSurface } from './useChartSurface'

const HEIGHT = 320

const NO_ORDERS: readonly ChartOrder[] = []
const NO_AVERAGES: readonly number[] = []

/**
 * The price chart: line or candles with volume, averages, own entry lines, pan, zoom, and a crosshair on long press or
 * hover. Give it a `key` of the product's symbol: another product is another chart.
 */
export function Chart(props: ChartProps) {
  const { label, colors, height = HEIGHT, candles, mode, decimals, interval, texts, lastPrice } = props
  const { orders = NO_ORDERS, averages = NO_AVERAGES, locale = 'en-US', zone = 'local' } = props
  const [id] = useState(nextCanvasId)
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
  const canvas = useChartSurface(id, content, () => props.onNeedOlder?.())
  return <ChartCanvas id={id} canvas={canvas} height={height} background={colors.background} label={label} />
}

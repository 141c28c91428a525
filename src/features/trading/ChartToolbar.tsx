import { Button, View } from '@tarojs/components'
import type { Interval } from '../../../contract/market'
import { classNames } from '../../components/classNames'
import { useT } from '../../i18n'
import './ChartToolbar.scss'

/** A line over minutes, or candles of an interval. */
export type ChartView = 'line' | Interval

const VIEWS: readonly ChartView[] = ['line', '1m', '5m', '15m', '1h', '1d']

/** How the chart is drawn. */
export function ChartToolbar({ view, onView }: { view: ChartView; onView: (view: ChartView) => void }) {
  const t = useT()
  return (
    <View className="chart-toolbar" ariaRole="tablist" aria-label={t('trade.intervals')}>
      {VIEWS.map((one) => (
        <Button
          key={one}
          className={classNames('chart-toolbar__view num', one === view && 'chart-toolbar__view--on')}
          ariaRole="tab"
          aria-selected={one === view}
          onClick={() => onView(one)}
        >
          {one === 'line' ? t('trade.line') : one}
        </Button>
      ))}
    </View>
  )
}

import { Button, ScrollView, View } from '@tarojs/components'
import { classNames } from '../../../components/classNames'
import { Icon } from '../../../components/Icon'
import type { ChartView } from '../../../domain/chartView'
import { useT } from '../../../i18n'
import './ChartToolbar.scss'

interface ChartToolbarProps {
  view: ChartView
  /** Those to choose from. */
  views: readonly ChartView[]
  onView: (view: ChartView) => void
  /** Undefined for a view without indicators. */
  onIndicators: (() => void) | undefined
  /** Whether the chart has the whole window, and what changes that. */
  full: boolean
  onFull: () => void
}

/** How the chart is drawn. The intervals scroll if they do not fit side by side. */
export function ChartToolbar({ view, views, onView, onIndicators, full, onFull }: ChartToolbarProps) {
  const t = useT()
  const nameOf = (one: ChartView) => (one === 'line' || one === 'live' ? t(`trade.${one}`) : one)
  return (
    <View className="chart-toolbar">
      <ScrollView
        className="chart-toolbar__scroll"
        scrollX
        enhanced
        showScrollbar={false}
        scrollIntoView={`chart-view-${view}`}
      >
        <View className="chart-toolbar__views" ariaRole="tablist" aria-label={t('trade.intervals')}>
          {views.map((one) => (
            <Button
              key={one}
              id={`chart-view-${one}`}
              className={classNames('chart-toolbar__view num', one === view && 'chart-toolbar__view--on')}
              ariaRole="tab"
              aria-selected={one === view}
              // Voice control matches the visible text, so the name begins with it.
              aria-label={`${nameOf(one)}, ${t(`chart.interval.${one}`)}`}
              onClick={() => onView(one)}
            >
              {nameOf(one)}
            </Button>
          ))}
        </View>
      </ScrollView>
      {onIndicators ? (
        <Button
          className="chart-toolbar__view chart-toolbar__icon"
          aria-haspopup="dialog"
          aria-label={t('chart.indicators')}
          onClick={onIndicators}
        >
          <Icon name="indicators" size={20} />
        </Button>
      ) : null}
      <Button
        className="chart-toolbar__view chart-toolbar__icon"
        aria-label={t('chart.full')}
        aria-pressed={full}
        onClick={onFull}
      >
        <Icon name={full ? 'smaller' : 'full'} size={18} />
      </Button>
    </View>
  )
}

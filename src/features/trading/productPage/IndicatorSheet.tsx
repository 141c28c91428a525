import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { classNames } from '../../../components/classNames'
import { Icon } from '../../../components/Icon'
import { Sheet } from '../../../components/Sheet'
import { OVERLAYS, type Overlay, PANES, type Pane, PERIODS } from '../../../domain/indicators/studies'
import { useT } from '../../../i18n'
import { tapFeedback } from '../../../platform/haptics'
import { useStores } from '../../../stores/StoresContext'
import './IndicatorSheet.scss'

/** Lengths in bars, as the chart names them. */
const LENGTHS: Record<Overlay | Pane, string> = {
  ma: PERIODS.ma.join(', '),
  ema: PERIODS.ema.join(', '),
  boll: Object.values(PERIODS.boll).join(', '),
  macd: Object.values(PERIODS.macd).join(', '),
  kdj: Object.values(PERIODS.kdj).join(', '),
  rsi: String(PERIODS.rsi),
  volume: '',
}

/** Chooses any of the indicators over the prices, and one below them. The choice is kept on the device. */
export const IndicatorSheet = observer(function IndicatorSheet({
  open,
  onClose,
}: {
  open: boolean
  onClose: () => void
}) {
  const t = useT()
  const { preferences } = useStores()
  const { chartOverlays, chartPane } = preferences
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.indicators')} closeLabel={t('common.close')}>
      <Text className="indicators__group">{t('chart.overlays')}</Text>
      <View ariaRole="group" aria-label={t('chart.overlays')}>
        {OVERLAYS.map((one) => (
          <Line
            key={one}
            study={one}
            role="checkbox"
            checked={chartOverlays.includes(one)}
            onClick={() => preferences.toggleChartOverlay(one)}
          />
        ))}
      </View>
      <Text className="indicators__group">{t('chart.pane')}</Text>
      <View ariaRole="radiogroup" aria-label={t('chart.pane')}>
        {PANES.map((one) => (
          <Line
            key={one}
            study={one}
            role="radio"
            checked={one === chartPane}
            onClick={() => preferences.setChartPane(one)}
          />
        ))}
      </View>
    </Sheet>
  )
})

interface LineProps {
  study: Overlay | Pane
  role: 'checkbox' | 'radio'
  checked: boolean
  onClick: () => void
}

function Line({ study, role, checked, onClick }: LineProps) {
  const t = useT()
  const handleClick = () => {
    tapFeedback()
    onClick()
  }
  const lengths = LENGTHS[study]
  return (
    <Button className="indicators__line" ariaRole={role} aria-checked={checked} onClick={handleClick}>
      <View className="fills">
        <Text className="block strong">{study === 'volume' ? t('trade.volume') : study.toUpperCase()}</Text>
        <Text className="block muted t12 num">
          {t(`chart.name.${study}`)}
          {lengths === '' ? '' : ` · ${lengths}`}
        </Text>
      </View>
      <View
        className={classNames(
          'indicators__mark middle',
          role === 'radio' && 'indicators__mark--round',
          checked && 'indicators__mark--on',
        )}
      >
        {checked ? <Icon name="check" size={16} /> : null}
      </View>
    </Button>
  )
}

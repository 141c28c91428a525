import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { classNames } from '../../../components/classNames'
import { Icon } from '../../../components/Icon'
import { Sheet } from '../../../components/Sheet'
import { OVERLAYS, type Overlay, PANES, type Pane, PERIODS } from '../../../domain/indicators/studies'
import { useT } from '../../../i18n'
import type { T } from '../../../i18n/keys'
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
  const { chartOverlays, chartPane, chartHollow } = preferences
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.indicators')} closeLabel={t('common.close')}>
      <Text className="indicators__group">{t('chart.overlays')}</Text>
      <View ariaRole="group" aria-label={t('chart.overlays')}>
        {OVERLAYS.map((one) => (
          <Line
            key={one}
            {...wordsOf(one, t)}
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
            {...wordsOf(one, t)}
            role="radio"
            checked={one === chartPane}
            onClick={() => preferences.setChartPane(one)}
          />
        ))}
      </View>
      <Line
        name={t('chart.hollow')}
        note={t('chart.hollowNote')}
        role="checkbox"
        checked={chartHollow}
        onClick={() => preferences.toggleChartHollow()}
      />
    </Sheet>
  )
})

const wordsOf = (study: Overlay | Pane, t: T) => ({
  name: study === 'volume' ? t('trade.volume') : study.toUpperCase(),
  note: [t(`chart.name.${study}`), LENGTHS[study]].filter(Boolean).join(' · '),
})

interface LineProps {
  name: string
  note: string
  role: 'checkbox' | 'radio'
  checked: boolean
  onClick: () => void
}

function Line({ name, note, role, checked, onClick }: LineProps) {
  const handleClick = () => {
    tapFeedback()
    onClick()
  }
  return (
    <Button className="indicators__line line" ariaRole={role} aria-checked={checked} onClick={handleClick}>
      <View className="fills">
        <Text className="block strong">{name}</Text>
        <Text className="block muted t12 num">{note}</Text>
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

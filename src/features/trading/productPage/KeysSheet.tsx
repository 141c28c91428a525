import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Sheet } from '../../../components/Sheet'
import { Toggle } from '../../../components/Toggle'
import { useT } from '../../../i18n'
import { useStores } from '../../../stores/StoresContext'
import { DIRECTIONS, directionShortcut, directionWord } from '../directions'
import './KeysSheet.scss'

export interface KeysSheetProps {
  open: boolean
  onClose: () => void
  /** How many durations there are. */
  durations: number
}

/** The keys of the trade page, and the switch that turns them off. */
export const KeysSheet = observer(function KeysSheet({ open, onClose, durations }: KeysSheetProps) {
  const t = useT()
  const { preferences } = useStores()
  const rows: readonly [string, string][] = [
    ...DIRECTIONS.map((one): [string, string] => [directionShortcut(one).toUpperCase(), directionWord(one, t)]),
    [durations > 1 ? `1 – ${Math.min(9, durations)}` : '1', t('trade.keys.duration')],
    ['A', t('trade.keys.amount')],
    ['?', t('trade.keys.help')],
  ]
  return (
    <Sheet open={open} onClose={onClose} title={t('trade.keys.title')} closeLabel={t('common.close')}>
      <View className="keys" ariaRole="list">
        {rows.map(([key, text]) => (
          <View key={key} className="row keys__row" ariaRole="listitem">
            <Text>{text}</Text>
            <Text className="keys__key num">{key}</Text>
          </View>
        ))}
      </View>
      <View className="row keys__row">
        <Text>{t('trade.keys.on')}</Text>
        <Toggle
          label={t('trade.keys.on')}
          checked={preferences.shortcuts}
          onChange={(on) => preferences.setShortcuts(on)}
        />
      </View>
    </Sheet>
  )
})

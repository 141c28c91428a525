import { Text, View } from '@tarojs/components'
import type { Direction } from '../../../../contract/orders'
import { moneyText } from '../../../domain/money'
import type { PayoutPreview } from '../../../domain/payout'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import './OutcomePreview.scss'

export interface OutcomePreviewProps {
  direction: Direction
  /** Undefined while the form makes no order. */
  preview: PayoutPreview | undefined
}

/** The change of the balance in each of the three outcomes. */
export function OutcomePreview({ direction, preview }: OutcomePreviewProps) {
  const t = useT()
  const format = useFormat()
  const profit = preview ? format.signed(moneyText(preview.profit)) : '–'
  const loss = preview ? format.signed(moneyText(preview.loss)) : '–'
  const tie = preview ? format.number(moneyText(preview.tie)) : '–'
  const values = { up: profit, down: loss, level: tie }
  return (
    <View className="outcome num">
      {TILES[direction].map(([key, tone]) => (
        <Tile key={key} label={t(key)} value={values[tone]} tone={tone} />
      ))}
    </View>
  )
}

/** What can happen to the price, and whether it wins (`up`), loses (`down`) or returns the stake. */
const TILES = {
  up: [
    ['trade.ifHigher', 'up'],
    ['trade.ifLower', 'down'],
    ['trade.ifLevel', 'level'],
  ],
  down: [
    ['trade.ifHigher', 'down'],
    ['trade.ifLower', 'up'],
    ['trade.ifLevel', 'level'],
  ],
} as const satisfies Record<Direction, unknown>

function Tile({ label, value, tone }: { label: string; value: string; tone: 'up' | 'down' | 'level' }) {
  return (
    <View className={`outcome__tile column outcome__tile--${tone}`}>
      <Text className="soft t12">{label}</Text>
      <Text className={tone === 'level' ? 'outcome__value' : `outcome__value ${tone}`}>{value}</Text>
    </View>
  )
}

import { Text, View } from '@tarojs/components'
import type { Direction } from '../../../../contract/orders'
import { Button } from '../../../components/Button'
import { useT } from '../../../i18n'
import './TradeBar.scss'
import { DIRECTIONS, directionText, directionTone } from '../directions'

export interface TradeButtonsProps {
  /** What a right order wins. */
  note?: string | undefined
  disabled?: boolean
  /** The one that was pressed, as long as the ticket is on its way. */
  waiting?: Direction | undefined
  /** Opens the ticket. */
  onTrade: (direction: Direction) => void
}

/** The two buttons of a product's page. */
export const TradeButtons = ({ note, disabled = false, waiting, onTrade }: TradeButtonsProps) => (
  <View className="trade-bar__buttons">
    {DIRECTIONS.map((direction) => (
      <Button
        key={direction}
        tone={directionTone(direction)}
        disabled={disabled}
        loading={direction === waiting}
        note={note}
        onClick={() => onTrade(direction)}
      >
        <DirectionName of={direction} />
      </Button>
    ))}
  </View>
)

/** "▲ Buy up". What some languages add in brackets is the mark's meaning: only screen readers say it, too. */
function DirectionName({ of }: { of: Direction }) {
  const [word, meaning] = directionText(of, useT()).split(/(?=[(（])/)
  return (
    <>
      <Text>{word}</Text>
      {meaning ? <Text className="sr-only">{meaning}</Text> : null}
    </>
  )
}

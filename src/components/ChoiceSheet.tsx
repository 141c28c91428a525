import { Button, Text, View } from '@tarojs/components'
import './ChoiceSheet.scss'
import { classNames } from './classNames'
import { Icon } from './Icon'
import { Sheet } from './Sheet'

export interface Choice<V extends string> {
  value: V
  label: string
  /** At the end of the line, e.g. a calling code. */
  note?: string
  /** Language of the label, if it is not the page's own. */
  language?: string
}

export interface ChoiceSheetProps<V extends string> {
  open: boolean
  title: string
  closeLabel: string
  choices: readonly Choice<V>[]
  value: V
  onChoose: (value: V) => void
  onClose: () => void
}

/** A sheet to choose one of many in. */
export function ChoiceSheet<V extends string>(props: ChoiceSheetProps<V>) {
  return (
    <Sheet open={props.open} onClose={props.onClose} title={props.title} closeLabel={props.closeLabel}>
      <ChoiceList {...props} label={props.title} />
    </Sheet>
  )
}

export interface ChoiceListProps<V extends string> {
  /** Names the list. */
  label: string
  choices: readonly Choice<V>[]
  value: V
  onChoose: (value: V) => void
}

/** The lines to choose from; the chosen one is ticked. */
export function ChoiceList<V extends string>({ label, choices, value, onChoose }: ChoiceListProps<V>) {
  return (
    <View className="choices" ariaRole="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <Button
          key={choice.value}
          className={classNames('choices__line line', choice.value === value && 'choices__line--on')}
          ariaRole="radio"
          aria-checked={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          <Text className="fills" {...{ lang: choice.language }}>
            {choice.label}
          </Text>
          {choice.note ? <Text className="choices__note num">{choice.note}</Text> : null}
          {choice.value === value ? <Icon name="check" size={20} /> : null}
        </Button>
      ))}
    </View>
  )
}

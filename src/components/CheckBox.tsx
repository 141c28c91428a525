import { Button as TaroButton, Text, View } from '@tarojs/components'
import { classNames } from './classNames'
import { Icon } from './Icon'
import './CheckBox.scss'

export interface CheckBoxProps {
  checked: boolean
  label: string
  onChange: (checked: boolean) => void
  /** Its complaint is shown by the element of this id. */
  wrongBy?: string | undefined
}

/** A statement to tick; the whole line takes the press. */
export function CheckBox({ checked, label, onChange, wrongBy }: CheckBoxProps) {
  return (
    <TaroButton
      className="check-box"
      ariaRole="checkbox"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={wrongBy}
      onClick={() => onChange(!checked)}
    >
      <View
        className={classNames(
          'check-box__box middle',
          checked && 'check-box__box--on',
          wrongBy && 'check-box__box--wrong',
        )}
      >
        {checked ? <Icon name="check" size={16} /> : null}
      </View>
      <Text className="check-box__text fills">{label}</Text>
    </TaroButton>
  )
}

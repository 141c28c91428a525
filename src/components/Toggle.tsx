import { Button, View } from '@tarojs/components'
import { tapFeedback } from '../platform/haptics'
import { classNames } from './classNames'
import './Toggle.scss'

export interface ToggleProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Names the setting. */
  label: string
}

export function Toggle({ checked, onChange, label }: ToggleProps) {
  const handleClick = () => {
    tapFeedback()
    onChange(!checked)
  }
  return (
    <Button
      className={classNames('toggle', checked && 'toggle--on')}
      ariaRole="switch"
      aria-checked={checked}
      aria-label={label}
      onClick={handleClick}
    >
      <View className="toggle__track">
        <View className="toggle__thumb" />
      </View>
    </Button>
  )
}

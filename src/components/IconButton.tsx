import { Button } from '@tarojs/components'
import { classNames } from './classNames'
import { Icon, type IconProps } from './Icon'
import './IconButton.scss'

export interface IconButtonProps {
  icon: IconProps['name']
  size?: IconProps['size']
  /** What it does; there is no other text. */
  label: string
  onClick: () => void
  /** For a button that stays on or off, such as a favourite. */
  pressed?: boolean
  className?: string
}

/** An icon to tap, 44 by 44. */
export function IconButton({ icon, size, label, onClick, pressed, className }: IconButtonProps) {
  return (
    <Button
      className={classNames('icon-button', className)}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} size={size} />
    </Button>
  )
}

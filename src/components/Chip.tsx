import { Button, Text } from '@tarojs/components'
import type { ReactNode } from 'react'
import { tapFeedback } from '../platform/haptics'
import { classNames } from './classNames'
import './Chip.scss'

export interface ChipProps {
  children: ReactNode
  /** A second, smaller line. */
  note?: ReactNode
  selected: boolean
  onClick: () => void
  disabled?: boolean
  className?: string
}

/** One of several values to pick, such as a duration or an amount. */
export function Chip({ children, note, selected, onClick, disabled, className }: ChipProps) {
  const handleClick = () => {
    tapFeedback()
    onClick()
  }
  return (
    <Button
      className={classNames('chip column num', selected && 'chip--on', className)}
      aria-pressed={selected}
      disabled={disabled}
      onClick={handleClick}
    >
      {children}
      {note === undefined ? null : <Text className="chip__note">{note}</Text>}
    </Button>
  )
}

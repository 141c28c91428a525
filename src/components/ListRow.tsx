import { Button, Text, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './classNames'
import { Icon, type IconName } from './Icon'
import './ListRow.scss'

export interface ListRowProps {
  title: ReactNode
  /** Under the title. */
  note?: ReactNode
  icon?: IconName
  /** At the end: a value, a tag, a switch. */
  value?: ReactNode
  /** Makes the row a button with an arrow. */
  onClick?: () => void
  /** `danger` for a row such as "log out". */
  tone?: 'normal' | 'danger'
  arrow?: boolean
  /** For one of several rows of which one is chosen. */
  selected?: boolean
  className?: string
}

/** One line of a list card. */
export function ListRow(props: ListRowProps) {
  const { onClick, arrow = onClick !== undefined } = props
  const isChoice = props.selected !== undefined
  const name = classNames(
    'list-row line',
    props.tone === 'danger' && 'list-row--danger',
    isChoice && 'list-row--choice',
    props.className,
  )
  const inside = (
    <>
      {props.icon ? <Icon name={props.icon} size={22} className="list-row__icon" /> : null}
      <View className="list-row__text">
        <Text className="list-row__title">{props.title}</Text>
        {props.note === undefined ? null : <Text className="list-row__note block muted t12">{props.note}</Text>}
      </View>
      {props.value === undefined ? null : <View className="list-row__value">{props.value}</View>}
      {arrow ? <Icon name="forward" size={18} className="list-row__arrow" /> : null}
    </>
  )
  if (!onClick) return <View className={name}>{inside}</View>
  return (
    <Button className={name} ariaRole={isChoice ? 'radio' : undefined} aria-checked={props.selected} onClick={onClick}>
      {inside}
    </Button>
  )
}

import { Button, Text, View } from '@tarojs/components'
import { type ReactNode, useState } from 'react'
import './CheckList.scss'
import { classNames } from './classNames'
import { Icon } from './Icon'

/** `waiting`: its turn comes; `unknown`: it could not be made. */
export type CheckState = 'waiting' | 'passed' | 'failed' | 'unknown'

export interface CheckRow {
  id: string
  title: ReactNode
  /** The evidence in short, next to the title. */
  value?: ReactNode
  state: CheckState
  /** The check in a sentence, shown with the details on a tap; a row that failed shows both at once. */
  text?: ReactNode
  /** Technical facts. */
  details?: readonly (readonly [label: string, value: string])[]
}

export interface CheckListProps {
  /** Names the list. */
  label: string
  rows: readonly CheckRow[]
  /** The name of each state, for screen readers. */
  states: Readonly<Record<CheckState, string>>
}

/** Checks that were made, one below the other, each with its outcome and the facts behind it. */
export function CheckList({ label, rows, states }: CheckListProps) {
  return (
    <View className="checks" ariaRole="list" aria-label={label}>
      {rows.map((row) => (
        <Row key={row.id} row={row} said={states[row.state]} />
      ))}
    </View>
  )
}

function Row({ row: { title, value, text, state, details = [] }, said }: { row: CheckRow; said: string }) {
  const [asked, setAsked] = useState<boolean | undefined>(undefined)
  const open = asked ?? state === 'failed'
  const canOpen = text !== undefined || details.length > 0
  const head = (
    <>
      <Text className="checks__title">{title}</Text>
      {value === undefined || state === 'waiting' ? null : <Text className="checks__value num">{value}</Text>}
      <Text className="sr-only">{`. ${said}`}</Text>
    </>
  )
  return (
    <View className={classNames('checks__row', `checks__row--${state}`)} ariaRole="listitem">
      <View className="checks__mark middle" aria-hidden>
        {state === 'passed' ? <Icon name="check" size={16} /> : null}
        {state === 'failed' ? <Icon name="close" size={16} /> : null}
      </View>
      <View className="checks__body fills">
        {canOpen ? (
          <Button className="checks__head" aria-expanded={open} onClick={() => setAsked(!open)}>
            {head}
            <Icon name="expand" size={16} className={classNames('checks__arrow', open && 'checks__arrow--open')} />
          </Button>
        ) : (
          <View className="checks__head">{head}</View>
        )}
        {open && text !== undefined ? <Text className="block soft t13">{text}</Text> : null}
        {open && details.length > 0 ? (
          <View className="checks__details t12">
            {details.map(([name, fact], index) => (
              <View key={`${String(index)} ${name}`} className="checks__detail">
                <Text className="muted">{name}</Text>
                <Text className="checks__fact num">{fact}</Text>
              </View>
            ))}
          </View>
        ) : null}
      </View>
    </View>
  )
}
